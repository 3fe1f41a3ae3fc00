import { openedPreviewOperations } from '@quire/contracts'
import { type Call, Refusal } from '@quire/kit'

/** Content makes keys of this form; others are not asked for. */
const keyForm = /^[\w-]{32}$/

/**
 * Returns the function that finds the space and the revision that the key of a pull request's preview opens now. Content
 * is asked at each visit, so that a preview ends at once with its pull request.
 */
export const previewWith = (call: Call) => async (key: string) => {
  if (!keyForm.test(key)) return undefined
  try {
    return openedPreviewOperations.findGitPreview.replies[200].parse(await call('findGitPreview', { body: { key } }))
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return undefined
    throw error
  }
}
