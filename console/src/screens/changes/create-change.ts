import { api } from '../../api/client.ts'
import { type ContentChange, changeContent } from '../editor/change-content.ts'
import type { EditedState } from '../editor/edited-page.ts'

/** Creates a change request; returns where its pages are. */
export async function createChange(spaceId: string, subject: string): Promise<EditedState> {
  const { id } = await api.post('/v1/spaces/{spaceId}/change-requests', { params: { spaceId }, body: { subject } })
  return { spaceId, changeRequestId: id }
}

/** Makes a change in a change request of its own. If the change is refused, no draft stays behind. */
export async function propose(spaceId: string, subject: string, content: ContentChange) {
  const state = await createChange(spaceId, subject)
  try {
    const { changes } = await changeContent(state, [content])
    return { state, changes }
  } catch (error) {
    const archive = { params: { ...state }, body: { status: 'archived' } } as const
    // The person learns why the change was refused; an archive that fails as well says nothing more.
    await api.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', archive).catch(() => undefined)
    throw error
  }
}
