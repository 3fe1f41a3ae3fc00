import { setImmediate } from 'node:timers/promises'
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
  /** Origins of pictures that readers may ask for, for its `img-src`. */
  pictures: string[]
  /** False if some of its code, formulas or texts could not be derived in time: such a page may be rendered again. */
  isComplete: boolean
}

interface Deriving {
  kept: ResultCache
  /** A parser whose work ends with the signal. */
  parserFor(signal: AbortSignal): Parser<RenderTasks>
  signal: AbortSignal
}

/** A text of a specification may hold code, which is only known once its blocks are. */
const rounds = 3
/** For all texts of a page together. */
const patienceMs = 5000

/**
 * The HTML of a published document. What takes long to work out of a text (colours of code, formulas, markdown in
 * specifications) is done in threads, kept, and shown as it is written where it takes too long. Throws the reason of
 * `signal` where that aborts.
 */
export async function renderDocument(
  document: Pick<JSONDocument, 'nodes'>,
  context: Omit<BlocksContext, 'derived'>,
  { kept, parserFor, signal }: Deriving,
): Promise<RenderedDocument> {
  let late: AbortSignal | undefined
  for (let round = 1; ; round += 1) {
    const derived = createLookup(kept)
    const rendered = await renderBlocks(document.nodes, { ...context, derived })
    const page = { ...rendered, isComplete: derived.isWhole() }
    if (derived.wanted.length === 0 || round > rounds || late?.aborted) return page
    late ??= AbortSignal.timeout(patienceMs)
    try {
      await runTasks(derived.wanted, { results: kept, parser: parserFor(AbortSignal.any([signal, late])), late })
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
): Promise<Omit<RenderedDocument, 'isComplete'>> {
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
