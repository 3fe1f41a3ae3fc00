import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Block, JSONDocument } from '@quire/document'
import type { Parser } from '@quire/parsing'
import type { RenderTasks, ResultCache } from '../highlight/result-cache.ts'
import { createLookup, runTasks } from '../highlight/run-tasks.ts'
import { block, blocks } from './block-renderers.ts'
import type { BlocksContext } from './blocks-context.ts'
import { inlines } from './inline-renderers.ts'
import { type Html, html, joined } from './markup.ts'
import { type HeadingEntry, startRendering } from './rendering.ts'

/** A document as HTML, and what its page needs to know of it. */
interface RenderedDocument {
  html: Html
  /** For the page's table of contents, in order. */
  headings: HeadingEntry[]
  /** Origins of frames that readers may ask for, for the page's `frame-src`. */
  frames: string[]
  /** Origins of pictures that it shows, or that readers may ask for, for its `img-src`. */
  pictures: string[]
  /** False if some of its code, formulas or texts could not be derived in time: such a page may be rendered again. */
  isComplete: boolean
  /** For an incomplete page: settles when the work on its texts has ended, so that it is worth rendering again. */
  ended?: Promise<void>
}

interface Deriving {
  kept: ResultCache
  /** A parser whose work ends with the signal. */
  parserFor(signal: AbortSignal): Parser<RenderTasks>
  signal: AbortSignal
  /** The time that a reader waits for all texts of the page together. */
  patienceMs?: number
}

/** A text of a specification may hold code, which is only known once its blocks are. */
const rounds = 3
const defaultPatienceMs = 5000
/** The work on a page's texts ends after this time, so that a page with many slow texts occupies no thread for long. */
const maxWorkMs = 60_000

/**
 * The HTML of a published document. What takes long to work out of a text (colours of code, formulas, markdown in
 * specifications) is done in threads and kept. A reader who has waited long enough gets the texts as they are written,
 * while the work goes on for the next one. Throws the reason of `signal` where that aborts.
 */
export async function renderDocument(
  document: Pick<JSONDocument, 'nodes'>,
  context: Omit<BlocksContext, 'derived'>,
  { kept, parserFor, signal, patienceMs = defaultPatienceMs }: Deriving,
): Promise<RenderedDocument> {
  let patience: Promise<'late'> | undefined
  let late: AbortSignal | undefined
  for (let round = 1; ; round += 1) {
    const derived = createLookup(kept)
    const rendered = await renderBlocks(document.nodes, { ...context, derived })
    const page = { ...rendered, isComplete: derived.isWhole() }
    if (derived.wanted.length === 0 || round > rounds) return page
    patience ??= setTimeout(patienceMs, 'late', { ref: false })
    late ??= AbortSignal.timeout(maxWorkMs)
    const parser = parserFor(AbortSignal.any([signal, late]))
    const run = runTasks(derived.wanted, { results: kept, parser, late })
    try {
      if ((await Promise.race([run, patience])) === 'late') return { ...page, ended: run.catch(() => undefined) }
    } catch {
      // Readers have the page now rather than its colours: the next one asks for them again.
      signal.throwIfAborted()
      return page
    }
  }
}

/** The time that blocks are rendered before other work gets a turn. */
const turnMs = 10

async function renderBlocks(
  nodes: readonly Block[],
  context: BlocksContext,
): Promise<Omit<RenderedDocument, 'isComplete' | 'ended'>> {
  const rendering = startRendering(nodes, context, { blocks, inlines })
  const all: Html[] = []
  let began = performance.now()
  for (const node of nodes) {
    all.push(block(node, rendering))
    if (performance.now() - began < turnMs) continue
    await setImmediate()
    began = performance.now()
  }
  const { headings, frames, pictures, icons, notes } = rendering
  return {
    html: html`${joined(all)}${joined(notes)}${icons.drawings()}`,
    headings,
    frames: [...frames],
    pictures: [...pictures],
  }
}
