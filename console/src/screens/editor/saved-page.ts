import { queryOptions } from '@tanstack/react-query'
import { api, Refused } from '../../api/client.ts'
import { changeContent } from './change-content.ts'
import { type Merged, mergeTexts } from './merge-texts.ts'

interface EditedState {
  spaceId: string
  changeRequestId: string
}

/** A page of a change request as its editor needs it. */
export interface EditedPage {
  id: string
  title: string
  text: string
}

/** Reads a page of a change request as markdown. */
export async function readEdited({ spaceId, changeRequestId }: EditedState, pageId: string): Promise<EditedPage> {
  const page = await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}', {
    params: { spaceId, changeRequestId, pageId },
    query: { format: 'markdown', metadata: false },
  })
  return editedPage(pageId, page)
}

const editedPage = (id: string, page: { title: string; type: string; markdown?: string | undefined }): EditedPage => ({
  ...{ id, title: page.title },
  text: page.type === 'document' ? (page.markdown ?? '') : '',
})

/** The page as it is when its editor opens; the editor itself follows it from then on. */
export const editedPageQuery = (state: EditedState, pageId: string) =>
  queryOptions({
    queryKey: ['edited', state.spaceId, state.changeRequestId, pageId],
    queryFn: () => readEdited(state, pageId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** The number of times that a page is merged again because somebody else has saved it meanwhile. */
const maxAttempts = 5

/**
 * Saves a title and text that were derived from `base`. Reads the page before, so that what somebody else has saved since
 * is merged line by line, and again if somebody saves in between: nothing is ever overwritten. Returns the page as the
 * server has it then, and as it was sent, with what the server has merged into it.
 */
export async function savePage(
  state: EditedState,
  base: EditedPage,
  own: EditedPage,
): Promise<{ saved: EditedPage; sent: EditedPage; merged: Merged }> {
  for (let attempt = 1; ; attempt += 1) {
    const revision = await revisionOf(state)
    const theirs = await readIn(state, revision, base.id)
    const { text, merged } = mergeTexts(base.text, own.text, theirs.text)
    const title = own.title === base.title ? theirs.title : own.title
    const sent = { id: base.id, title, text }
    try {
      const { changeRequest, changes } = await changeContent(state, [
        {
          operation: 'update_page',
          page: base.id,
          base: revision,
          ...(title.trim() !== '' && title !== theirs.title && { title }),
          ...(text !== theirs.text && { document: { markdown: text } }),
        },
      ])
      // The page of exactly this save: others may have saved again.
      const saved = await readIn(state, changeRequest.revision, base.id)
      if (!changes.some((change) => 'merged' in change && change.merged)) return { saved, sent, merged }
      const onto = mergeTexts(theirs.text, text, saved.text)
      return { saved, sent: { ...saved, text: onto.text }, merged: onto.merged ?? merged }
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 409 || attempt === maxAttempts) throw error
    }
  }
}

async function revisionOf({ spaceId, changeRequestId }: EditedState): Promise<string> {
  const { revision } = await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    params: { spaceId, changeRequestId },
  })
  return revision
}

async function readIn({ spaceId }: EditedState, revisionId: string, pageId: string): Promise<EditedPage> {
  const page = await api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}', {
    params: { spaceId, revisionId, pageId },
    query: { format: 'markdown', metadata: false },
  })
  return editedPage(pageId, page)
}

/** Puts what was typed since a page was sent, as `typed`, onto the page as it was sent, with what others have written. */
export function ontoSent(own: EditedPage, typed: EditedPage, sent: EditedPage): { page: EditedPage; merged: Merged } {
  const { text, merged } = mergeTexts(own.text, typed.text, sent.text)
  return { page: { ...sent, title: typed.title === own.title ? sent.title : typed.title, text }, merged }
}
