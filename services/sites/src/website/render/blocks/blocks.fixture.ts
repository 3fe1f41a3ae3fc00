import { type JSONDocument, toDocument } from '@quire/document'
import { inlineParser } from '@quire/parsing'
import { createResultCache } from '../highlight/result-cache.ts'
import * as tasks from '../highlight/tasks.ts'
import type { BlocksContext } from './blocks-context.ts'
import { renderDocument } from './render-document.ts'
import { english } from './vocabulary/en.ts'

export type TestContext = Omit<BlocksContext, 'derived'>

/** Addresses lead where they say, and nothing else is known. */
export const testContext: TestContext = {
  target: (ref) => (ref.kind === 'url' ? { href: ref.url } : undefined),
  picture: (ref) => (ref.kind === 'file' ? { src: `/files/${ref.file}`, width: 800, height: 600 } : undefined),
  reusable: () => undefined,
  openapi: () => undefined,
  vocabulary: english,
  language: 'en',
  external: 'self',
}

const kept = createResultCache()

/** The HTML of a document, with what texts are worked out to in this thread. */
export const renderTree = (tree: Pick<JSONDocument, 'nodes'>, context: Partial<TestContext> = {}) =>
  renderDocument(
    tree,
    { ...testContext, ...context },
    { kept, parserFor: () => inlineParser(tasks), signal: new AbortController().signal },
  )

/** The same for a page in markdown. */
export const renderMarkdown = (markdown: string, context: Partial<TestContext> = {}) =>
  renderTree(toDocument(markdown, {}, 'full'), context)
