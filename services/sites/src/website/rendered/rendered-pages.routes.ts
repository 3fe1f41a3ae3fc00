import { RenderablePage, type RenderedPage, renderedPageOperations } from '@quire/contracts'
import { createGroupSemaphore, type GroupSemaphore, groupsOf, unavailable } from '@quire/kit'
import { implementWith } from '../../context.ts'
import type { State } from './console-targets.ts'
import type { RenderedNeeds, RenderingRequest } from './present-rendered.ts'

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
  async renderSitePage(context) {
    return context.deps.renderTurns(groupsOf(context.caller), context.signal, async () => {
      const { presentSitePage } = await import('./present-site-page.ts')
      return presentSitePage(context)
    })
  },
})

/** Renders a text in a state of its space. Content decides what the caller may read. */
async function render(
  context: RenderingRequest,
  state: State,
  text: { page?: string | undefined; markdown?: string | undefined },
): Promise<RenderedPage> {
  const { caller, params, deps, call, signal } = context
  return deps.renderTurns(groupsOf(caller), signal, async () => {
    const answer = await call('getRenderablePage', { params: { ...params }, body: { ...state, ...text } })
    // The renderer loads parsers that a start does not need.
    const { presentRendered } = await import('./present-rendered.ts')
    return presentRendered(context, state, RenderablePage.parse(answer))
  })
}
