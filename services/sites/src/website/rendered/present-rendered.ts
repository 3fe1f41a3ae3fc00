import type { RenderablePage, RenderedPage } from '@quire/contracts'
import type { Block } from '@quire/document'
import { type GroupSemaphore, groupsOf } from '@quire/kit'
import type { SitesContext } from '../../context.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { renderDocument } from '../render/blocks/render-document.ts'
import { blockVocabularyOf } from '../render/blocks/vocabulary/index.ts'
import { coverOf, pictureOf, type State, targetOf } from './console-targets.ts'

/** The dependencies of rendering for those who write. */
export interface RenderedNeeds extends WebsiteNeeds {
  renderTurns: GroupSemaphore
}

/** The request of a page that is rendered. */
export type RenderingRequest = SitesContext<RenderedNeeds> & {
  params: { spaceId: string }
  query: { language: string }
}

/** Renders a text as its space's readers see it; parts that take too long are left without their colours. */
export async function presentRendered(
  context: RenderingRequest,
  state: State,
  page: RenderablePage,
): Promise<RenderedPage> {
  const { caller, params, query, deps, signal } = context
  const at = { publicUrl: deps.publicUrl, spaceId: params.spaceId, state, page }
  const { renderWorkers } = deps.pages
  const rendered = await renderDocument(
    { nodes: page.document.nodes as Block[] },
    {
      target: (ref) => targetOf(at, ref),
      picture: (ref) => pictureOf(at, ref),
      reusable: ({ reusableContent, space }) =>
        space === undefined || space === params.spaceId
          ? (page.reusables[reusableContent]?.nodes as Block[] | undefined)
          : undefined,
      openapi: (ref) =>
        ref.kind === 'openapi'
          ? page.specs[ref.spec]
          : ref.kind === 'file'
            ? page.specs[`file:${ref.file}`]
            : undefined,
      vocabulary: blockVocabularyOf(query.language),
      language: query.language,
      external: 'blank',
      conditions: 'marked',
      // A text that is not stored has no comments.
      ...(page.page && { keys: 'named' as const }),
    },
    {
      kept: renderWorkers.results,
      parserFor: (until) => renderWorkers.parserFor(groupsOf(caller), until),
      signal,
      patienceMs: maxWaitMs,
    },
  )
  const { headings, frames, pictures, isComplete } = rendered
  return {
    object: 'rendered-page',
    revision: page.revision,
    ...(page.page && { page: presentHead(page.page, coverOf(at)) }),
    html: String(rendered.html),
    outline: headings,
    frames,
    pictures,
    isComplete,
  }
}

/** The time that the colours of code, formulas and diagrams may take; a writer prefers the text to their colours. */
const maxWaitMs = 1500

const presentHead = (
  { type: _, cover: __, ...head }: NonNullable<RenderablePage['page']>,
  cover: ReturnType<typeof coverOf>,
) => ({ ...head, ...(cover && { cover }) })
