import { expect, test } from '@jest/globals'
import { quotesOf } from './quote.ts'

const page = { spaceId: 's', pageId: 'p', language: null }
const quoted = (question: string, markdown: string, title = 'Engines') =>
  quotesOf(question, [{ ...page, titles: ['Manual', title], markdown: `## ${title}\n\n${markdown}` }]).quotes[0]
    ?.markdown

test('of a table, the row that answers is quoted under the titles of its columns', () => {
  const rows = ['fuel_limit | 40 l', 'spark_gap | 0.7 mm', 'idle_speed | 900 rpm']
  const markdown = `Settings of the engine.\n\n| Name | Default |\n|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}`
  const answer = quoted('What is the default of spark_gap?', markdown)
  expect(answer).toContain('| Name | Default |\n| - | - |\n| spark_gap | 0.7 mm |')
  expect(answer).not.toContain('fuel_limit')
})

test('a table whose columns have no titles, such as one of cards, is quoted as a list', () => {
  const rows = ['**Oiling** | Where the oil goes', '**Braking** | Which brakes there are']
  const markdown = `| | |\n|---|---|\n${rows.map((row) => `| ${row} |`).join('\n')}`
  expect(quoted('Where does the oil go?', markdown)).toBe('Engines[^1]\n\n* **Oiling** – Where the oil goes')
})

test('how something is done is answered by the sentence that leads to the code, and the code', () => {
  const before = 'Engines are heavy. They come in crates.'
  const markdown = `${before}\n\nStart the engine with its crank:\n\n\`\`\`sh\ncrank --start\n\`\`\`\n\nIt is loud.`
  expect(quoted('How do I start the engine?', markdown)).toMatch(
    /Start the engine with its crank:\[\^1\]\n\n```sh\ncrank --start\n```/,
  )
})

test('steps are quoted with their numbers, and a hint as if it were text', () => {
  const steps = '1. Open the valve.\n2. Turn the crank.\n3. Close the valve.'
  const answer = quoted(
    'How do I turn the crank?',
    `{% hint style="info" %}\nTurn the crank slowly.\n{% endhint %}\n\n${steps}`,
  )
  expect(answer).toContain('1. Open the valve.\n2. Turn the crank.\n3. Close the valve.')
  expect(answer).not.toContain('{%')
})

test('links lead to the same place from anywhere, or are words', () => {
  const answer = quoted(
    'What is a valve?',
    'A valve is [a lid](/pages/lids#top), see [below](#more), [here](../old.md).',
  )
  expect(answer).toBe('A valve is [a lid](/spaces/s/pages/lids#top), see [below](/spaces/s/pages/p#more), here.[^1]')
})

test('the answer to what something is has no commands, which the answer to how it is done has', () => {
  const markdown = 'A valve is a lid of the engine.\n\n```sh\nvalve open\n```'
  expect(quoted('What is a valve?', markdown)).toBe('A valve is a lid of the engine.[^1]')
  expect(quoted('How do I open the valve of the engine?', markdown)).toContain('valve open')
})

test('a sentence that goes on from the one before it is quoted with it, and code does not end a sentence', () => {
  const markdown = 'Oil cools the gearbox. It is drained by `a. B` after a year. Paint is blue.'
  expect(quoted('When is it drained?', markdown)).toContain(
    'Oil cools the gearbox. It is drained by `a. B` after a year.',
  )
})

test('a sentence that announces something is quoted with it, or not at all', () => {
  const long = Array.from({ length: 28 }, (_, line) => `engine.retention = ${line} # days of the engine in the yard`)
  const announced = (code: string[]) =>
    `Engines are kept for a while. Configure the retention of engines to save room:\n\n\`\`\`sh\n${code.join('\n')}\n\`\`\`\n\nThe yard is large.`
  const isDangling = (answer = '') => /:(?:\[\^\d\])?\s*(?:\n\n(?!```|[*\d|])|$)/.test(answer)
  const question = 'How do I configure the retention of engines?'
  expect(quoted(question, announced(long.slice(0, 2)))).toContain('to save room:[^1]\n\n```sh')
  for (const text of [
    announced(long),
    'Configure the retention of engines to save room:',
    'Engines rest. What retention of engines is:\n\n```sh\nretain\n```',
  ])
    for (const asked of [question, 'What is the retention of engines?'])
      expect([asked, text, isDangling(quoted(asked, text))]).toEqual([asked, text, false])
})

test('a text that two spaces have is quoted once', () => {
  const markdown = '## Capacitor\n\nThe flux capacitor needs 1.21 gigawatts.'
  const passages = ['one', 'two'].map((spaceId) => ({
    ...page,
    spaceId,
    pageId: spaceId,
    titles: ['Capacitor'],
    markdown,
  }))
  expect(quotesOf('What does the flux capacitor need?', passages).quotes.map(({ passage }) => passage)).toEqual([1])
})

test('a page that says much less than the first is named and not quoted', () => {
  const passage = (pageId: string, markdown: string) => ({ ...page, pageId, titles: ['Manual', pageId], markdown })
  const { quotes, seeAlso } = quotesOf('How do I drain the gearbox oil?', [
    passage('p1', '## p1\n\nDrain the gearbox oil by its lower plug.'),
    passage('p2', '## p2\n\nOil is yellow.'),
    passage('p3', '## p3\n\nPaint is blue.'),
  ])
  expect([quotes.map(({ passage: number }) => number), seeAlso]).toEqual([[1], [2, 3]])
})

test('a section whose title says what is asked is quoted from its beginning, with steps in other words', () => {
  const sections = ['Retire an engine', 'Store an engine'].map((title) => {
    const end =
      title === 'Retire an engine' ? 'Retiring an engine of the Acme Yard removes its papers.' : 'Keep it dry.'
    return {
      ...page,
      titles: ['Yard', title],
      markdown: `## ${title}\n\nDo this:\n\n1. Open the ledger.\n2. Strike the line.\n\n${end}`,
    }
  })
  const [first] = quotesOf('How do I retire an engine of the Acme Yard?', sections).quotes
  expect(first?.markdown).toBe(
    'Do this:[^1]\n\n1. Open the ledger.\n2. Strike the line.\n\nRetiring an engine of the Acme Yard removes its papers.',
  )
})

test('how something is done is quoted of the section that shows it, beside one that only speaks of it', () => {
  const [intro, usage] = [
    'Warm the engine before a long day. Engines that are warm last longer, as the manual says in many more words than these.',
    'This needs a cable.\n\n```sh\nheat --engine\n```',
  ]
  const { quotes } = quotesOf('How do I warm the engine?', [
    { ...page, titles: ['Warm the engine'], markdown: intro },
    { ...page, titles: ['Warm the engine', 'Usage'], markdown: `## Usage\n\n${usage}` },
  ])
  expect(quotes.map(({ markdown }) => markdown).join('\n')).toContain('heat --engine')
})

test('a name counts more than common words that only another sentence has', () => {
  const markdown =
    'Below are the codes of all engines, and what they mean.\n\n| Code | Text |\n|---|---|\n| FUEL_LOW | Fill it up |\n| HOT | Let it rest |'
  const answer = quoted('What does the code FUEL_LOW mean?', markdown)
  expect(answer).toContain('| FUEL_LOW | Fill it up |')
  expect(answer).not.toContain('Let it rest')
})

test('a page that shows steps, of which none says anything of the question, is named too', () => {
  const { quotes, seeAlso } = quotesOf('How do I keep the gulls off my old boat overnight?', [
    { ...page, titles: ['Birds'], markdown: 'Some gulls sleep here.' },
    { ...page, pageId: 'p2', titles: ['Paint'], markdown: '1. Open the tin.\n2. Stir it.' },
  ])
  expect([quotes.map(({ passage }) => passage), seeAlso]).toEqual([[1], [2]])
})

test('pages that are not quoted are named, so that three are always offered', () => {
  const passages = ['An engine is a motor.', 'Paint dries.', 'Engines rust.'].map((markdown, at) => {
    return { ...page, pageId: `p${at}`, titles: [`Page ${at}`], markdown }
  })
  const { quotes, seeAlso } = quotesOf('What is an engine?', passages)
  expect([...quotes.map(({ passage }) => passage), ...seeAlso].toSorted()).toEqual([1, 2, 3])
})

test('the section of the title that a question has is quoted, beside an introduction with the same words', () => {
  const intro = `Open the case, oil the crank, then close it. ${'The case is heavy and needs two people who lift. '.repeat(5)}`
  const { quotes } = quotesOf('How do I oil the crank?', [
    { ...page, titles: ['The crank', 'Oil the crank'], markdown: '## Oil the crank\n\nThe crank needs a key.' },
    { ...page, titles: ['The crank'], markdown: intro },
    { ...page, titles: ['The crank', 'Noise'], markdown: '## Noise\n\nSee:\n\n```\nthe crank\n```' },
  ])
  expect(quotes.map(({ markdown }) => markdown).join('\n')).toContain('The crank needs a key.')
})
