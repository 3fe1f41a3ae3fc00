import { expect, test } from '@jest/globals'
import { toDocument } from '@quire/document'
import { DocumentError } from '@quire/document/plain'
import { inlineParser, type Parser } from '@quire/parsing'
import { testContext } from '../blocks/blocks.fixture.ts'
import { renderDocument } from '../blocks/render-document.ts'
import { highlight } from './highlight.ts'
import { createResultCache, type RenderTasks } from './result-cache.ts'
import { runTasks } from './run-tasks.ts'
import * as tasks from './tasks.ts'

const page = toDocument('```js\nlet a\n```\n\n```js\nlet a\n```\n\n$$\nx\n$$')

/** Renders the page with the cached results; returns the tasks that the parser received. */
async function rendered(
  kept: ReturnType<typeof createResultCache>,
  parser: Partial<Parser<RenderTasks>> = {},
  { signal = new AbortController().signal, patienceMs = 600_000 } = {},
) {
  const asked: string[] = []
  const own = inlineParser(tasks)
  const runEach: Parser<RenderTasks>['runEach'] = async (name, list) => {
    asked.push(...list.map((args) => `${name} ${args.join(' ')}`))
    return (parser.runEach ?? own.runEach)(name, list)
  }
  const parserFor = () => ({ ...own, runEach })
  const result = await renderDocument(page, testContext, { kept, parserFor, signal, patienceMs })
  return { ...result, asked, isColored: result.html.includes('hljs-keyword') }
}

test('a text is worked out once, for every page that has it', async () => {
  const kept = createResultCache()
  expect(await rendered(kept)).toMatchObject({
    asked: ['highlight js let a', 'formula x true'],
    isColored: true,
    isComplete: true,
  })
  expect(await rendered(kept)).toMatchObject({ asked: [], isColored: true, isComplete: true })
})

test('a text that takes too long is shown as it is written, is left alone for a while, and the page is not complete', async () => {
  const kept = createResultCache()
  const refused = {
    runEach: async (_: string, list: readonly unknown[]) =>
      list.map(() => ({ error: new DocumentError('too-slow', 'slow') })),
  }
  expect(await rendered(kept, refused)).toMatchObject({ isColored: false, isComplete: false })
  expect(await rendered(kept)).toMatchObject({ asked: [], isColored: false })
})

test('a reader who has waited long enough sees plain code, the next one sees its colours, and so do all after them', async () => {
  const kept = createResultCache()
  const free = Promise.withResolvers<void>()
  const own = inlineParser(tasks)
  const busy: Partial<Parser<RenderTasks>> = {
    runEach: async (name, list) => {
      await free.promise
      return own.runEach(name, list)
    },
  }
  const first = await rendered(kept, busy, { patienceMs: 1 })
  expect(first).toMatchObject({ isColored: false, isComplete: false })
  // A reader who comes meanwhile waits for the same work.
  const second = rendered(kept)
  free.resolve()
  await first.ended
  expect(await second).toMatchObject({ asked: [], isColored: true, isComplete: true })
  const slow = { runEach: () => Promise.reject(new Error('no thread is free')) }
  expect(await rendered(kept, slow)).toMatchObject({ asked: [], isColored: true, isComplete: true })
})

test('a result stays when its text is given up by another page', () => {
  const kept = createResultCache()
  const task = { name: 'highlight' as const, args: ['js', 'let a'] }
  kept.set(task, [])
  kept.giveUp(task, 'page')
  expect(kept.get(task)).toEqual({ value: [], isLate: false })
})

test('where no thread is free the page is shown without colours, and is not complete', async () => {
  const kept = createResultCache()
  const full = { runEach: () => Promise.reject(new Error('full')) }
  expect(await rendered(kept, full)).toMatchObject({ isColored: false, isComplete: false })
  expect(await rendered(kept)).toMatchObject({ isColored: true, isComplete: true })
})

test('a request that ends takes its page with it', async () => {
  const gone = new AbortController()
  const runEach = () => {
    gone.abort(new Error('gone'))
    return Promise.reject(new Error('ended'))
  }
  await expect(rendered(createResultCache(), { runEach }, { signal: gone.signal })).rejects.toThrow('gone')
})

test('lines keep their words, whatever spans them', () => {
  const code = 'const a = `<b>\n& "c"\n`\n/* one\n\ntwo */'
  const lines = highlight('ts', code) ?? []
  expect(lines.map((line) => line.map(({ text }) => text).join('')).join('\n')).toBe(code)
  expect(lines[4]).toEqual([])
  expect(lines[5]).toEqual([{ class: 'hljs-comment', text: 'two */' }])
  expect(highlight('nobody-knows', code)).toBeUndefined()
})

test('texts for which a page has no time are left alone for a while, and the page is not complete', async () => {
  const kept = createResultCache()
  const late = new AbortController()
  const task = { name: 'highlight' as const, args: ['js', 'let a'] }
  const runEach = () => {
    late.abort()
    return Promise.reject(new Error('late'))
  }
  const parser = { ...inlineParser(tasks), runEach }
  await expect(runTasks([task], { results: kept, parser, late: late.signal })).rejects.toThrow('late')
  expect(await rendered(kept)).toMatchObject({ asked: ['formula x true'], isColored: false, isComplete: false })
})
