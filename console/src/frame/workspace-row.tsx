import { faEllipsis, faGear } from '@fortawesome/free-solid-svg-icons'
import type { Collection, Space } from '@quire/contracts'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { IconButton } from '../parts/button.tsx'
import { Menu, MenuItem, MenuLine } from '../parts/menu.tsx'
import { MoveItems } from '../parts/move-items.tsx'
import { movesInto, stepsOf } from '../parts/moves.ts'
import { RowMenu } from '../parts/row-menu.tsx'
import { useSorting } from '../parts/sortable-context.ts'
import { TightRow } from '../parts/sortable-row.tsx'
import { useWordsOf } from '../words/words.ts'
import styles from './workspace-tree.module.css'

export interface WorkspaceRowProps {
  entry: Collection | Space
  /** True if the entry itself is not moved. */
  isFixed: boolean
  children: ReactNode
}

/** The row of a collection or space in a tree that is sorted, with a menu that moves it and leads to its settings. */
export function WorkspaceRow({ entry, isFixed, children }: WorkspaceRowProps) {
  const words = useWordsOf('parts')
  const { items, mayMove } = useSorting()
  const { id, object } = entry
  const title = entry.title || words.untitled
  const label = object === 'space' ? words.spaceActions(title) : words.collectionActions(title)
  const isStuck = () =>
    isFixed || [...Object.values(stepsOf(items, id, mayMove)), ...movesInto(items, id, mayMove)].length === 0
  return (
    <TightRow id={id} isFixed={isFixed} className={styles.row}>
      {children}
      {(entry.permissions.admin || !isStuck()) && (
        <span className={styles.menu}>
          <RowMenu label={label}>
            <Menu trigger={<IconButton icon={faEllipsis} label={label} />} align="end" defaultOpen>
              {!isFixed && <MoveItems id={id} leadsEverywhere />}
              {entry.permissions.admin && <SettingsItem entry={entry} />}
            </Menu>
          </RowMenu>
        </span>
      )}
    </TightRow>
  )
}

function SettingsItem({ entry }: Pick<WorkspaceRowProps, 'entry'>) {
  const words = useWordsOf('parts')
  const navigate = useNavigate()
  const { id, organization: organizationId } = entry
  const open = () =>
    entry.object === 'space'
      ? navigate({ to: '/s/$spaceId/settings', params: { spaceId: id } })
      : navigate({ to: '/o/$organizationId/collections/$collectionId', params: { organizationId, collectionId: id } })
  return (
    <>
      <MenuLine />
      <MenuItem icon={faGear} onSelect={() => void open()}>
        {words.settings}
      </MenuItem>
    </>
  )
}
