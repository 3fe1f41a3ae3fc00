import { faFolderPlus, faLink, faPlus } from '@fortawesome/free-solid-svg-icons'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { TightRow } from '../../parts/sortable-row.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { PageTree } from '../space/page-tree.tsx'
import type { Page } from '../space/pages.ts'
import type { EditedState } from './edited-page.ts'
import styles from './editor-screen.module.css'
import { PageMenu } from './page-menu.tsx'
import { PageSorting } from './page-sorting.tsx'
import { useNewPage } from './use-new-page.ts'

const NewEntry = lazy(() => import('./new-entry.tsx'))

interface TreeProps {
  state: EditedState
  pages: readonly Page[]
  /** The page of the screen. */
  current: string
  mayEdit: boolean
  heading?: ReactNode
}

/** The pages of a change request: sorted, each with its menu, and new ones, if the person may edit them. */
export function EditorTree({ state, pages, current, mayEdit, heading }: TreeProps) {
  const words = useWordsOf('writing')
  const menu = useCallback((page: Page) => <PageMenu state={state} page={page} />, [state])
  const newPage = useNewPage(state)
  const [newEntry, setNewEntry] = useState<'group' | 'link'>()
  return (
    <>
      <div className={styles.treeHead}>
        {heading}
        {mayEdit && (
          <span className={styles.additions}>
            <IconButton icon={faPlus} label={words.newPage} disabled={newPage.isPending} onClick={newPage.create} />
            <Menu align="end" trigger={<IconButton icon={faFolderPlus} label={words.addToTree} />}>
              <MenuItem icon={faFolderPlus} onSelect={() => setNewEntry('group')}>
                {words.newEntries.group.title}
              </MenuItem>
              <MenuItem icon={faLink} onSelect={() => setNewEntry('link')}>
                {words.newEntries.link.title}
              </MenuItem>
            </Menu>
          </span>
        )}
      </div>
      {mayEdit ? (
        <PageSorting state={state} pages={pages}>
          <PageTree state={state} pages={pages} current={current} row={TightRow} menu={menu} />
        </PageSorting>
      ) : (
        <PageTree state={state} pages={pages} current={current} />
      )}
      {newPage.error && <Notice>{refusalText(newPage.error, words)}</Notice>}
      {newEntry && (
        <Suspense>
          <NewEntry state={state} kind={newEntry} onClose={() => setNewEntry(undefined)} />
        </Suspense>
      )}
    </>
  )
}
