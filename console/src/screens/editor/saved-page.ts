import { Refused } from '../../api/client.ts'
import { changeContent } from './change-content.ts'
import { type EditedPage, type EditedState, readIn, readLatest } from './edited-page.ts'
import { type Merged, mergeTexts, mergeTitles, type OtherTitle } from './merge-texts.ts'

/** The number of times that a page is merged again because somebody else has saved it meanwhile. */
const maxAttempts = 5

/**
 * Saves a title and text that were derived from `base`. Reads the page before, so that what somebody else has saved since
 * is merged line by line, and again if somebody saves in between: no text is ever overwritten, and a title that is replaced
 * is returned as `other`. A save that is the last one before the tab may be closed is sent without reading, and the server
 * merges. Returns the page as the server has it then, and as it was sent, with what the server has merged into it. A page that
 * is still called `unnamed`, as new ones are, gets its address from the title. Throws `PageEnded`.
 */
export async function savePage(
  state: EditedState,
  base: EditedPage,
  own: EditedPage,
  { unnamed, isLast = false }: { unnamed?: string; isLast?: boolean } = {},
): Promise<{ saved: EditedPage; sent: EditedPage; merged: Merged; other?: OtherTitle | undefined }> {
  let theirs = isLast && base.revision !== undefined ? base : await readLatest(state, base)
  for (let attempt = 1; ; attempt += 1) {
    const { text, merged } = mergeTexts(base.text, own.text, theirs.text)
    const { title, other } = mergeTitles(base.title, own.title, theirs.title)
    const sent = { ...theirs, title, text }
    const fields = {
      ...(title.trim() !== '' && title !== theirs.title && { title, ...(isUnnamed(theirs, unnamed) && { slug: '' }) }),
      ...(text !== theirs.text && { document: { markdown: text } }),
    }
    // An update that names no field would decide the conflicts of the page.
    if (Object.keys(fields).length === 0) return { saved: theirs, sent, merged, other }
    try {
      const change = { operation: 'update_page' as const, page: base.id, base: theirs.revision, ...fields }
      const { changeRequest, changes } = await changeContent(state, [change], { keepalive: isLast })
      // The page of exactly this save: others may have saved again.
      const saved = await readIn(state, changeRequest.revision, base.id)
      if (!changes.some((change) => 'merged' in change && change.merged)) return { saved, sent, merged, other }
      const onto = mergeTexts(theirs.text, text, saved.text)
      const named = mergeTitles(theirs.title, title, saved.title)
      return { saved, sent: { ...saved, text: onto.text }, merged: onto.merged ?? merged, other: named.other ?? other }
    } catch (error) {
      if (!(error instanceof Refused) || (error.status !== 409 && error.status !== 404)) throw error
      const now = await readLatest(state, base)
      if (attempt === maxAttempts || now.revision === theirs.revision) throw error
      theirs = now
    }
  }
}

/** True if nobody has named the page yet, nor chosen its address. */
function isUnnamed({ title, slug = '' }: EditedPage, unnamed = ''): boolean {
  const derived = unnamed.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  return title === unnamed && slug.replace(/-\d+$/, '') === derived
}

/** Puts what was typed since a page was sent, as `typed`, onto the page as it was sent, with what others have written. */
export function ontoSent(own: EditedPage, typed: EditedPage, sent: EditedPage) {
  const { text, merged } = mergeTexts(own.text, typed.text, sent.text)
  const { title, other } = mergeTitles(own.title, typed.title, sent.title)
  return { page: { ...sent, title, text }, merged, other }
}
