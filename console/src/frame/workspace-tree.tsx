import { faChevronRight, faFolder, faPlus } from '@fortawesome/free-solid-svg-icons'
import type { Collection } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { workspaceQuery } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useWords } from '../words/words.ts'
import { type Branches, type CreationRights, childrenOf, isAbove, isMovable, mayCreateSomewhere } from './branches.ts'
import { SpaceEntry } from './space-entry.tsx'
import type { WorkspaceRowProps } from './workspace-row.tsx'
import styles from './workspace-tree.module.css'

const NewContent = lazy(() => import('./new-content.tsx'))
// Sorting comes after the first screen, which does not need it.
const WorkspaceOrder = lazy(() => import('./workspace-order.tsx'))

interface TreeProps {
  organizationId: string
  mayCreateAtTop: boolean
}

/** The collections and spaces of an organization; whoever may create content somewhere creates and moves it here. */
export function WorkspaceTree({ organizationId, mayCreateAtTop }: TreeProps) {
  const words = useWords()
  const { data } = useQuery(workspaceQuery(organizationId))
  const [isCreating, setCreating] = useState(false)
  const branches = data && { ...data, mayCreateAtTop }
  const mayCreate = branches !== undefined && mayCreateSomewhere(branches)
  return (
    <nav className={styles.tree} aria-label={words.spaces}>
      <div className={styles.head}>
        <h2>{words.spaces}</h2>
        {mayCreate && <IconButton icon={faPlus} label={words.newContent} onClick={() => setCreating(true)} />}
      </div>
      {mayCreate ? (
        <Suspense fallback={<Branch {...branches} parent={undefined} row={PlainRow} />}>
          <WorkspaceOrder {...branches} organizationId={organizationId}>
            {(row) => <Branch {...branches} parent={undefined} row={row} />}
          </WorkspaceOrder>
        </Suspense>
      ) : (
        branches && <Branch {...branches} parent={undefined} row={PlainRow} />
      )}
      {data?.spaces.length === 0 && <p className={styles.none}>{words.noSpacesShort}</p>}
      {isCreating && mayCreate && (
        <Suspense>
          <NewContent
            organizationId={organizationId}
            collections={branches.collections}
            mayCreateAtTop={mayCreateAtTop}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </nav>
  )
}

interface BranchProps extends Branches, CreationRights {
  parent: string | undefined
  /** Stands around the line of each entry. */
  row: ComponentType<WorkspaceRowProps>
}

const PlainRow = ({ children }: WorkspaceRowProps) => children

function Branch({ parent, ...rest }: BranchProps) {
  const { row: Row } = rest
  return (
    <ul>
      {childrenOf(rest, parent).map((one) =>
        one.object === 'collection' ? (
          <CollectionEntry key={one.id} {...rest} collection={one} />
        ) : (
          <li key={one.id}>
            <Row entry={one} isFixed={!isMovable(one, rest)}>
              <SpaceEntry space={one} />
            </Row>
          </li>
        ),
      )}
    </ul>
  )
}

function CollectionEntry({ collection, ...rest }: Omit<BranchProps, 'parent'> & { collection: Collection }) {
  const { collections, spaces, row: Row } = rest
  const words = useWords()
  const title = collection.title || words.untitled
  const { spaceId } = useParams({ strict: false })
  const [isOpen, setOpen] = useState(() => !closedCollections().has(collection.id))
  const holdsCurrent = isAbove(collection.id, spaces.find(({ id }) => id === spaceId)?.parent, collections)
  const toggle = () => {
    storeClosed(collection.id, isOpen)
    setOpen(!isOpen)
  }
  return (
    <li>
      <Row entry={collection} isFixed={!isMovable(collection, rest)}>
        <button
          type="button"
          className={styles.entry}
          aria-expanded={isOpen}
          data-current={(holdsCurrent && !isOpen) || undefined}
          onClick={toggle}
        >
          <span className={styles.symbol} aria-hidden="true">
            <Icon icon={faFolder} />
          </span>
          <span className={styles.title} title={title}>
            {title}
          </span>
          <Icon icon={faChevronRight} className={styles.arrow} />
        </button>
      </Row>
      {isOpen && <Branch {...rest} parent={collection.id} />}
    </li>
  )
}

const name = 'quire-closed-collections'
const closedCollections = () => new Set<string>((localStorage.getItem(name) ?? '').split(' '))

function storeClosed(collectionId: string, isClosed: boolean) {
  const closed = closedCollections()
  if (isClosed) closed.add(collectionId)
  else closed.delete(collectionId)
  localStorage.setItem(name, [...closed].join(' '))
}
