import { faChevronRight, faFolder, faPlus } from '@fortawesome/free-solid-svg-icons'
import type { Collection, Space } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { workspaceQuery } from '../api/queries.ts'
import { IconButton } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useWords } from '../words/words.ts'
import { SpaceEntry } from './space-entry.tsx'
import styles from './workspace-tree.module.css'

const NewContent = lazy(() => import('./new-content.tsx'))

interface TreeProps {
  organizationId: string
  mayCreate: boolean
}

/** The collections and spaces of an organization. */
export function WorkspaceTree({ organizationId, mayCreate }: TreeProps) {
  const words = useWords()
  const { data } = useQuery(workspaceQuery(organizationId))
  const [isCreating, setCreating] = useState(false)
  return (
    <nav className={styles.tree} aria-label={words.spaces}>
      <div className={styles.head}>
        <h2>{words.spaces}</h2>
        {mayCreate && <IconButton icon={faPlus} label={words.newContent} onClick={() => setCreating(true)} />}
      </div>
      {data && <Branch {...data} parent={undefined} />}
      {data?.spaces.length === 0 && <p className={styles.none}>{words.noSpacesShort}</p>}
      {isCreating && (
        <Suspense>
          <NewContent
            organizationId={organizationId}
            collections={data?.collections ?? []}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </nav>
  )
}

interface BranchProps {
  collections: Collection[]
  spaces: Space[]
  parent: string | undefined
}

function Branch({ collections, spaces, parent }: BranchProps) {
  const known = new Set(collections.map(({ id }) => id))
  // A space may be granted to somebody who does not see its collection; it stands at the top then.
  const isHere = (one: { parent?: string | undefined }) =>
    parent === undefined ? one.parent === undefined || !known.has(one.parent) : one.parent === parent
  return (
    <ul>
      {collections.filter(isHere).map((collection) => (
        <CollectionEntry key={collection.id} collection={collection} collections={collections} spaces={spaces} />
      ))}
      {spaces.filter(isHere).map((space) => (
        <SpaceEntry key={space.id} space={space} />
      ))}
    </ul>
  )
}

function CollectionEntry({
  collection,
  collections,
  spaces,
}: Omit<BranchProps, 'parent'> & { collection: Collection }) {
  const { spaceId } = useParams({ strict: false })
  const [isOpen, setOpen] = useState(() => !closedCollections().has(collection.id))
  const holdsCurrent = isAbove(collection.id, spaces.find(({ id }) => id === spaceId)?.parent, collections)
  const toggle = () => {
    storeClosed(collection.id, isOpen)
    setOpen(!isOpen)
  }
  return (
    <li>
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
        <span className={styles.title}>{collection.title || <Untitled />}</span>
        <Icon icon={faChevronRight} className={styles.arrow} />
      </button>
      {isOpen && <Branch collections={collections} spaces={spaces} parent={collection.id} />}
    </li>
  )
}

const Untitled = () => useWords().untitled

function isAbove(collectionId: string, parent: string | undefined, collections: Collection[]): boolean {
  if (parent === undefined || parent === collectionId) return parent === collectionId
  return isAbove(collectionId, collections.find(({ id }) => id === parent)?.parent, collections)
}

const name = 'quire-closed-collections'
const closedCollections = () => new Set<string>((localStorage.getItem(name) ?? '').split(' '))

function storeClosed(collectionId: string, isClosed: boolean) {
  const closed = closedCollections()
  if (isClosed) closed.add(collectionId)
  else closed.delete(collectionId)
  localStorage.setItem(name, [...closed].join(' '))
}
