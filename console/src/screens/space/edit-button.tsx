import { faChevronDown, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { meQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../parts/menu.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { spaceChangesQuery } from '../changes/changes-queries.ts'
import { StatusIcon } from '../changes/status.tsx'
import styles from './space-frame.module.css'

/**
 * Leads to where the open page can be changed: a change request of the person's own, which is created if there is none.
 * Somebody with several chooses one.
 */
export function EditButton({ spaceId }: { spaceId: string }) {
  const words = useWordsOf('reading')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { pageId, changeRequestId } = useParams({ strict: false })
  const { own, ...list } = useOwnChanges(spaceId)
  const edit = (one: string) => {
    const params = { spaceId, changeRequestId: one }
    if (pageId) return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p/$pageId', params: { ...params, pageId } })
    return navigate({ to: '/s/$spaceId/changes/$changeRequestId/p', params })
  }
  const create = useMutation({
    mutationFn: () => api.post('/v1/spaces/{spaceId}/change-requests', { params: { spaceId }, body: {} }),
    async onSuccess({ id }) {
      await queries.invalidateQueries({ queryKey: ['changes'] })
      await edit(id)
    },
  })
  if (changeRequestId) return null
  const error = create.error ?? list.error
  const look = { kind: 'primary', icon: faPen, busy: create.isPending || list.isLoading, 'data-tour': 'edit' } as const
  return (
    <>
      {!own || own.length === 0 ? (
        <Button {...look} onClick={() => (own ? create.mutate() : list.load())}>
          {words.edit}
        </Button>
      ) : (
        <Menu
          align="end"
          trigger={
            <Button {...look}>
              {words.edit}
              <Icon icon={faChevronDown} />
            </Button>
          }
        >
          <MenuLabel>{words.continueIn}</MenuLabel>
          {own.map(({ id, number, subject, status }) => (
            <MenuItem key={id} onSelect={() => void edit(id)}>
              <StatusIcon status={status} />#{number} {subject || words.untitled}
            </MenuItem>
          ))}
          <MenuLine />
          <MenuItem icon={faPlus} onSelect={() => create.mutate()}>
            {words.newChangeRequest}
          </MenuItem>
        </Menu>
      )}
      {error && (
        <div className={styles.toast}>
          <Notice>{refusalText(error, words)}</Notice>
        </div>
      )}
    </>
  )
}

/** The change requests of the person that can be changed; `own` is undefined until all of them are known. */
function useOwnChanges(spaceId: string) {
  const { data: me } = useQuery(meQuery)
  const mine = { creator: me?.id }
  const drafts = useQuery({ ...spaceChangesQuery(spaceId, { status: 'draft', ...mine }), enabled: !!me })
  const open = useQuery({ ...spaceChangesQuery(spaceId, { status: 'open', ...mine }), enabled: !!me })
  return {
    own: drafts.data && open.data && [...drafts.data, ...open.data],
    error: drafts.error ?? open.error,
    isLoading: [drafts, open].some(({ isPending }) => isPending),
    load: () => void Promise.all([drafts.refetch(), open.refetch()]),
  }
}
