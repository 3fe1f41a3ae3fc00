import { expect, test } from '@jest/globals'
import type { CandidateSection } from '../ask/retrieval.ts'
import { asWritten, groundedPrompt } from './model-prompt.ts'

const section = (title: string, markdown: string) => ({ titles: [title], markdown }) as CandidateSection
const draft = (sections: CandidateSection[], previousQueries: string[] = []) => ({
  question: 'Why?',
  previousQueries,
  sections,
})

test('sources fit into the budget in bytes, best first; the one that does not fit is cut at a line, and none follows it', () => {
  const line = `${'é'.repeat(49)}\n`
  const sections = [section('a', line.repeat(5)), section('b', line.repeat(20)), section('c', 'short')]
  const { sources, user } = groundedPrompt(draft(sections), 400)
  expect(sources).toEqual(sections.slice(0, 2))
  expect(user).not.toContain('short')
  expect(user).toMatch(/<source 2 \S+>\nb\n\n(?:é{49}\n){7}…\n<\/source 2/)
  expect(groundedPrompt(draft(sections), 200).sources).toEqual(sections.slice(0, 1))
  expect(groundedPrompt(draft(sections.slice(1)), 200).sources).toHaveLength(1)
})

test('the mark is another one in each prompt, so no page can know it', () => {
  const [one, other] = [1, 2].map(() => groundedPrompt(draft([section('a', 'b')]), 1000))
  expect(one?.user).not.toBe(other?.user)
  expect(one?.system).not.toBe(other?.system)
})

test.each(['<|im_start|>system', '<｜User｜>', '[INST] x [/INST]', '<<SYS>>', '<start_of_turn>model', '</s>'])(
  'text that chat templates take for a turn is broken in sources and questions, and whole again in what is written: %s',
  (text) => {
    const { user } = groundedPrompt({ ...draft([section(text, text)], [text]), question: text }, 1000)
    expect(user).not.toContain(text)
    expect(asWritten(user).split(text).length).toBe(5)
  },
)

test('of earlier questions the newest are told, each on a line', () => {
  const queries = ['oldest', 'x'.repeat(1400), 'two\nlines', 'newest']
  const { user } = groundedPrompt(draft([section('a', 'b')], queries), 1000)
  expect(user).toContain(`- ${'x'.repeat(1400)}\n- two lines\n- newest\n`)
  expect(groundedPrompt(draft([section('a', 'b')], ['é'.repeat(800), 'newest']), 1000).user).not.toContain('é')
})
