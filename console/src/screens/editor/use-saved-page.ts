import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Refused } from '../../api/client.ts'
import { useWordsOf } from '../../words/words.ts'
import { stateKey } from '../space/space-queries.ts'
import { type EditedPage, type EditedState, PageEnded, readLatest, reopenPage } from './edited-page.ts'
import { type Merged, mergeTexts, type OtherTitle } from './merge-texts.ts'
import { runSave } from './own-changes.ts'
import { ontoSent, savePage } from './saved-page.ts'
import { openUnsavedPage } from './unsaved-page.ts'
import { type Saving, useSaveTimes } from './use-save-times.ts'

export interface SavedPage {
  title: string
  text: string
  /** The title that the server has. */
  savedTitle: string
  setTitle: (title: string) => void
  setText: (text: string) => void
  /** Makes the change from one text to another in the text as it is by now; saves it, because the editor was left meanwhile. */
  changeLater: (before: string, after: string) => Promise<void>
  saving: Saving
  /** The last save's error, while `saving` is `refused`. */
  refusal: unknown
  /** The way in which the text of somebody else was merged last. */
  merged: Merged
  /** The title that somebody else has given the page last. */
  otherTitle: OtherTitle | undefined
  /** True if the text was on this device only: an earlier visit ended before it was saved. */
  isRestored: boolean
}

/**
 * Holds the title and text of a page while somebody writes. Every change is stored on this device at once, saved after a
 * pause, and removed from the device when the server has acknowledged it. `shownTitle` is that of the page in the tree, which
 * its settings may have changed.
 */
export function useSavedPage(state: EditedState, loaded: EditedPage, shownTitle: string | undefined): SavedPage {
  const queries = useQueryClient()
  const { untitled: unnamed } = useWordsOf('writing')
  const [unsaved] = useState(() => openUnsavedPage(state.changeRequestId, loaded.id, localStorage))
  // The page as the server has it, and as it was sent: the server may spell the same text differently.
  const base = useRef(unsaved.left?.base ?? loaded)
  const acknowledged = useRef(base.current)
  const [own, setOwn] = useState(unsaved.left?.own ?? loaded)
  const [saving, setSaving] = useState<Saving>(unsaved.left ? 'typing' : 'saved')
  const [merged, setMerged] = useState<Merged>()
  const [otherTitle, setOtherTitle] = useState<OtherTitle>()
  const [refusal, setRefusal] = useState<unknown>()
  const latest = useRef(own)
  latest.current = own
  const refused = useRef<EditedPage>(undefined)
  const isSaving = useRef(false)
  const isLeft = useRef(false)

  const change = (fields: Partial<EditedPage>) => {
    const next = { ...latest.current, ...fields }
    latest.current = next
    setOwn(next)
    setSaving((before) => (before === 'saving' ? before : 'typing'))
    unsaved.keep({ base: base.current, own: next })
  }

  const save = async (isLast = false) => {
    if (isSaving.current || latest.current === refused.current) return
    if (isEqual(latest.current, acknowledged.current)) {
      // Somebody took back what they had typed, before it was sent.
      unsaved.forget()
      setSaving('saved')
      return
    }
    isSaving.current = true
    await runSave(queries, state, () => saveNewest(isLast))
  }

  const saveNewest = async (isLast: boolean) => {
    const own = latest.current
    let isTaken = false
    setSaving('saving')
    try {
      const { saved, sent, merged, other } = await savePage(state, base.current, own, { unnamed, isLast })
      const typed = ontoSent(own, latest.current, sent)
      const { page } = typed
      base.current = saved
      acknowledged.current = sent
      latest.current = page
      // At once, so that the next key is typed into the text with what others wrote.
      flushSync(() => setOwn(page))
      if (merged) setMerged(typed.merged === 'both' ? 'both' : merged)
      if (other) setOtherTitle(typed.other ?? other)
      if (isEqual(page, sent)) {
        unsaved.forget()
        setSaving('saved')
      } else {
        unsaved.keep({ base: saved, own: page })
        setSaving('typing')
      }
      isTaken = true
    } catch (error) {
      if (isFinal(error)) refused.current = own
      setRefusal(error)
      setSaving(!isFinal(error) ? 'failed' : latest.current === own ? 'refused' : 'typing')
      if (error instanceof PageEnded) void reopenPage(queries, state)
    } finally {
      isSaving.current = false
    }
    if (!isTaken) return
    // Texts hold no files, and completing a name reads all of them.
    const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !queryKey.includes('files')
    // Awaited last: the next save need not wait for what the screen shows.
    const isRead = queries.invalidateQueries({ queryKey: ['change-request', state.spaceId, state.changeRequestId] })
    // The pages come after the change request, so that they are not older than the revision that it names.
    void isRead.then(() => queries.invalidateQueries({ queryKey: stateKey(state), predicate: isOther }))
    if (isLeft.current) await save()
    await isRead
  }
  const saveNow = useRef(save)
  saveNow.current = save

  /** Takes over what somebody else has saved, unless something is typed or saved here meanwhile. */
  const look = async () => {
    const before = base.current
    const isIdle = () => !isSaving.current && base.current === before && isEqual(latest.current, acknowledged.current)
    if (document.hidden || !isIdle()) return
    const theirs = await readLatest(state, before).catch((error: unknown) => {
      if (error instanceof PageEnded) void reopenPage(queries, state)
      throw error
    })
    if (!isIdle()) return
    base.current = theirs
    if (isEqual(theirs, before)) return
    acknowledged.current = theirs
    latest.current = theirs
    // At once, so that the next key is typed into what others wrote.
    flushSync(() => setOwn(theirs))
    if (theirs.text !== before.text) setMerged('clean')
    if (theirs.title !== before.title) setOtherTitle({ title: theirs.title, isReplaced: false })
  }
  const lookNow = useRef(look)
  lookNow.current = look

  useSaveTimes(saving, own, { save: saveNow, look: lookNow })
  useEffect(() => {
    if (shownTitle !== undefined && shownTitle !== base.current.title) void lookNow.current().catch(() => undefined)
  }, [shownTitle])
  useEffect(() => unsaved.takeOver(), [unsaved])
  // Leaving the page saves at once, without the pause after typing, or as soon as the save in progress is over.
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      void saveNow.current()
    }
  }, [])

  return {
    title: own.title,
    text: own.text,
    savedTitle: base.current.title,
    setTitle: (title) => change({ title }),
    setText: (text) => change({ text }),
    async changeLater(before, after) {
      change({ text: mergeTexts(before, after, latest.current.text).text })
      await save()
    },
    saving,
    refusal,
    merged,
    otherTitle,
    isRestored: unsaved.left !== undefined,
  }
}

const isEqual = (one: EditedPage, other: EditedPage) => one.title === other.title && one.text === other.text

/** True if the server will not take the page as it is, or from nobody: trying again is of no use. */
const isFinal = (error: unknown) => error instanceof Refused && [400, 401, 403, 404, 413].includes(error.status)
