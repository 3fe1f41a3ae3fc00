import { faChevronDown, faPen, faPlus } from '@fortawesome/free-solid-svg-icons'
import { useParams } from '@tanstack/react-router'
import { Button } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../../parts/menu.tsx'
import { useWordsOf } from '../../words/words.ts'
import { StatusIcon } from '../changes/status.tsx'
import { FailureToast } from './toast.tsx'
import { useEditing } from './use-editing.ts'

/**
 * Leads to where the open page can be changed: a change request of the person's own, which is created if there is none.
 * Somebody with several chooses one.
 */
export function EditButton({ spaceId }: { spaceId: string }) {
  const words = useWordsOf('reading')
  const { changeRequestId } = useParams({ strict: false })
  const { own, edit, create, ...list } = useEditing(spaceId)
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
      {error && <FailureToast error={error} />}
    </>
  )
}
