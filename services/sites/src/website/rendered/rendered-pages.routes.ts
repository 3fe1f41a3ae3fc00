import { RenderablePage, type RenderedPage, renderedPageOperations } from '@quire/contracts'
import type { Block } from '@quire/document'
import { createGroupSemaphore, type GroupSemaphore, groupsOf, unavailable } from '@quire/kit'
import { implementWith, type SitesContext } from '../../context.ts'
import type { WebsiteNeeds } from '../pages-dependencies.ts'
import { renderDocument } from '../render/blocks/render-document.ts'
import { blockVocabularyOf } from '../render/blocks/vocabulary/index.ts'
import { coverOf, pictureOf, type State, targetOf } from './console-targets.ts'

/** The dependencies of rendering for those who write. */
export interface RenderedNeeds extends WebsiteNeeds {
  renderTurns: GroupSemaphore
}

type Context = SitesContext<RenderedNeeds> & { params: { spaceId: string }; query: { language: string } }

/** Pages that are rendered at the same time, for each account and in total. */
export const createRenderTurns = (): GroupSemaphore =>
  createGroupSemaphore({
    ...{ permits: 16, permitsPerGroup: 4, maxWaiting: 200, timeoutMs: 10_000 },
    refusal: () => unavailable('Many pages are being rendered: try again.', 2),
  })

export const renderedPageRoutes = implementWith<RenderedNeeds>()(renderedPageOperations, {
  getRenderedPage: (context) => render(context, {}, { page: context.params.pageId }),
  getRenderedPageInRevision: (context) =>
    render(context, { revision: context.params.revisionId }, { page: context.params.pageId }),
  getRenderedPageInChangeRequest: (context) =>
    render(context, { changeRequest: context.params.changeRequestId }, { page: context.params.pageId }),
  renderMarkdown(context) {
    const { changeRequest, page, markdown } = context.body
    return render(context, { ...(changeRequest !== undefined && { changeRequest }) }, { page, markdown })
  },
})

/** Renders a text in a state of its space. Content decides what the caller may read. */
async function render(
  context: Context,
  state: State,
  text: { page?: string | undefined; markdown?: string | undefined },
): Promise<RenderedPage> {
  const { caller, params, deps, call, signal } = context
  return deps.renderTurns(groupsOf(caller), signal, async () => {
    const answer = await call('getRenderablePage', { params: { ...params }, body: { ...state, ...text } })
    return presentRendered(context, state, RenderablePage.parse(answer))
  })
}

async function presentRendered(context: Context, state: State, page: RenderablePage): Promise<RenderedPage> {
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
