import type { User } from '@quire/contracts'
import { useEffect, useState } from 'react'
import { api, Refused } from '../../api/client.ts'
import { Avatar } from '../../parts/person.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { EditedState } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { keepAnnounced } from './keep-announced.ts'

interface EditorsProps {
  state: EditedState
  pageId: string
}

const maxNames = 3

/** Says who else edits a page, and tells the others that the person does. */
export function PageEditors({ state, pageId }: EditorsProps) {
  const words = useWordsOf('writing')
  const people = useOtherEditors(state, pageId)
  const named = people.slice(0, maxNames)
  const rest = people.length - named.length
  const names = [...named.map(({ displayName }) => displayName), ...(rest > 0 ? [`+${rest}`] : [])]
  return (
    <span role="status" className={styles.editors}>
      {named.map((person) => (
        <Avatar key={person.id} person={person} />
      ))}
      {people.length > 0 && (
        <span>{words.alsoEditing(new Intl.ListFormat(words.language).format(names), people.length)}</span>
      )}
    </span>
  )
}

const path = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/editors'

/** Announces the person as an editor of a page while they see it; returns the others, the last one first. */
function useOtherEditors({ spaceId, changeRequestId }: EditedState, pageId: string): readonly User[] {
  const [people, setPeople] = useState<readonly User[]>([])
  useEffect(() => {
    const params = { spaceId, changeRequestId, pageId }
    return keepAnnounced(async (active) => {
      try {
        // The tab may be closed before the server knows that the person has left.
        const { editors } = await api.post(path, { params, body: { active }, keepalive: !active })
        if (active) setPeople(editors.map(({ user }) => user))
        return true
      } catch (error) {
        if (active) setPeople([])
        return !(error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429)
      }
    }, window)
  }, [spaceId, changeRequestId, pageId])
  return people
}
