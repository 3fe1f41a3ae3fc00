import { faEllipsis, faFileCirclePlus, faFolderPlus, faGear, faLink, faTrash } from '@fortawesome/free-solid-svg-icons'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
import { MoveItems } from '../../parts/move-items.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { Page } from '../space/pages.ts'
import { useDeletion } from './deletion.tsx'
import { useChange } from './use-change.ts'

const NewEntry = lazy(() => import('./new-entry.tsx'))
const PageSettings = lazy(() => import('./page-settings.tsx'))

interface MenuProps {
  state: { spaceId: string; changeRequestId: string }
  page: Page
}

/** A button for the menu of a page. */
export function PageMenu(props: MenuProps) {
  const words = useWordsOf('writing')
  return (
    <RowMenu label={words.pageActions(props.page.title)}>
      <Actions {...props} />
    </RowMenu>
  )
}

/** The actions on a page of a change request. */
function Actions({ state, page }: MenuProps) {
  const words = useWordsOf('writing')
  const [isSetting, setSetting] = useState(false)
  const [newEntry, setNewEntry] = useState<'group' | 'link'>()
  const change = useChange(state)
  const deletion = useDeletion(state, page)
  const error = change.error ?? deletion.error
  const isBusy = change.isPending || deletion.isPending
  const insert = () =>
    change.mutate({ operation: 'insert_page', title: words.untitled, document: { markdown: '' }, into: page.id })
  return (
    <>
      <Menu
        trigger={<IconButton icon={faEllipsis} label={words.pageActions(page.title)} disabled={isBusy} />}
        align="end"
        defaultOpen
      >
        <MoveItems id={page.id} />
        <MenuLine />
        {page.type !== 'link' && (
          <>
            <MenuItem icon={faFileCirclePlus} onSelect={insert}>
              {words.newPageBelow}
            </MenuItem>
            <MenuItem icon={faFolderPlus} onSelect={() => setNewEntry('group')}>
              {words.newEntries.group.below}
            </MenuItem>
            <MenuItem icon={faLink} onSelect={() => setNewEntry('link')}>
              {words.newEntries.link.below}
            </MenuItem>
          </>
        )}
        <MenuItem icon={faGear} onSelect={() => setSetting(true)}>
          {words.pageSettings}
        </MenuItem>
        <MenuItem icon={faTrash} isDangerous onSelect={() => deletion.mutate()}>
          {words.deletePage}
        </MenuItem>
      </Menu>
      {error && <Notice>{refusalText(error, words)}</Notice>}
      {isSetting && (
        <Suspense>
          <PageSettings state={state} page={page} onClose={() => setSetting(false)} />
        </Suspense>
      )}
      {newEntry && (
        <Suspense>
          <NewEntry state={state} kind={newEntry} into={page.id} onClose={() => setNewEntry(undefined)} />
        </Suspense>
      )}
    </>
  )
}
