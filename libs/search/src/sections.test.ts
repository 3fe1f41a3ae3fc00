import { expect, test } from '@jest/globals'
import { rankSections } from './sections.ts'

const sections = [
  { titles: ['Signals', 'SIGHUP'], text: 'Reloads the configuration of the daemon and flushes buffers.' },
  { titles: ['Buffer', 'Retries'], text: 'The output retries a chunk until `retry_timeout` is reached. Default: 72h.' },
  { titles: ['Install', 'By gem'], text: 'Run gem install fluentd to install the daemon from Ruby gems.' },
]
const first = (question: string, options = {}) => rankSections(question, sections, options)[0]

test('the section that speaks of what is asked comes first', () => {
  expect(first('What is the default of retry_timeout?')?.candidate.titles[1]).toBe('Retries')
  expect(first('How do I install it with Ruby?')?.candidate.titles[1]).toBe('By gem')
})

test('confidence is high where all that is asked is spoken of, and low where its telling word is missing', () => {
  expect(first('How are buffers flushed?')?.confidence).toBeGreaterThan(0.7)
  expect(first('How do I install the BigQuery connector?')?.confidence).toBeLessThan(0.4)
})

test('synonyms find a section in other words, with less confidence', () => {
  const synonyms = (word: string) => (word === 'settings' ? ['configuration'] : [])
  expect(first('refresh settings')?.confidence).toBe(0)
  expect(first('refresh settings', { synonyms })?.candidate.titles[0]).toBe('Signals')
  expect(first('refresh settings', { synonyms })?.confidence).toBeLessThan(0.5)
})

test('a question without words ranks nothing up and is sure of nothing', () => {
  expect(first('?!')).toMatchObject({ score: 0, confidence: 0 })
})

test('words that stand together as asked come before the same words apart', () => {
  const apart = { titles: ['Apart'], text: 'retry after a while, then wait for the next limit' }
  const together = { titles: ['Together'], text: 'after a while, then wait for the next retry limit' }
  const others = Array.from({ length: 5 }, (_, index) => ({ titles: [`Other ${index}`], text: 'nothing of it' }))
  const [best] = rankSections('retry limit', [apart, together, ...others])
  expect(best?.candidate).toBe(together)
})
