import { faBook, faCodeMerge, faFolderPlus } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { organizationQuery, personalSpacesQuery, workspaceQuery } from '../../api/queries.ts'
import { mayCreateSomewhere } from '../../frame/branches.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { emojiOf } from '../../parts/emoji.ts'
import { Icon } from '../../parts/icon.tsx'
import { Read } from '../../parts/read.tsx'
import rows from '../../parts/rows.module.css'
import { Screen, Section } from '../../parts/screen.tsx'
import { Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useWords } from '../../words/words.ts'
import { ChangeRequestRows } from '../changes/change-request-rows.tsx'
import { organizationChangesQuery } from '../changes/changes-queries.ts'

const maxRecent = 6
/** An organization with more spaces is not new. */
const maxNew = 3

const DeletedOffer = lazy(() => import('./imports/deleted-offer.tsx'))
const FirstSteps = lazy(() => import('./first-steps.tsx'))
const AwaitedReviews = lazy(() => import('../changes/awaited-reviews.tsx'))
const OwnDrafts = lazy(() => import('../changes/own-drafts.tsx'))
const NewContent = lazy(() => import('../../frame/new-content.tsx'))

/** The first screen of an organization: what waits for review, and where somebody has just worked. */
export function Overview() {
  const words = useWords()
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/' })
  const { data: organization } = useSuspenseQuery(organizationQuery(organizationId))
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const open = useQuery(organizationChangesQuery(organizationId, { status: 'open' }))
  const [isCreating, setCreating] = useState(false)
  const deleted = useLocation({ select: ({ state }) => state.deletedSpace })
  const { data: personal } = useQuery(personalSpacesQuery(organizationId))
  const opened = personal?.recent.slice(0, maxRecent) ?? []
  const recent = workspace.spaces
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
    .slice(0, maxRecent)
  const mayCreateAtTop = organization.permissions.createContent
  const mayCreate = mayCreateSomewhere({ ...workspace, mayCreateAtTop })
  const isEmpty = workspace.spaces.length === 0
  const create = (
    <Button kind={isEmpty ? 'primary' : 'plain'} icon={faFolderPlus} onClick={() => setCreating(true)}>
      {words.newSpace}
    </Button>
  )
  const importLink = (
    <Link to="/o/$organizationId/imports/new" params={{ organizationId }} className={buttonClass()}>
      {words.importContent}
    </Link>
  )
  const begin = (
    <>
      {create}
      {mayCreateAtTop && importLink}
    </>
  )
  const empty = (
    <Empty icon={faBook} title={words.noSpaces} action={mayCreate && begin}>
      {mayCreate ? words.noSpacesHint : words.noSpacesGuest}
    </Empty>
  )
  return (
    <Screen title={organization.title} actions={mayCreate && !isEmpty && create}>
      {deleted && (
        <Suspense>
          <DeletedOffer key={deleted.id} organizationId={organizationId} space={deleted} />
        </Suspense>
      )}
      {mayCreateAtTop && workspace.spaces.length <= maxNew && (
        <Suspense>
          <FirstSteps
            organizationId={organizationId}
            spaces={workspace.spaces}
            mayInvite={organization.permissions.admin}
            onCreateSpace={() => setCreating(true)}
            instead={isEmpty && empty}
          />
        </Suspense>
      )}
      {isEmpty && !mayCreateAtTop && empty}
      {!isEmpty && (
        <>
          <Suspense>
            <AwaitedReviews organizationId={organizationId} />
          </Suspense>
          <Section
            title={words.openChanges}
            aside={
              <Link to="/o/$organizationId/changes" params={{ organizationId }} className={rows.detail}>
                {words.showAll}
              </Link>
            }
          >
            <Read of={open}>
              {(items) =>
                items.length > 0 ? (
                  <ChangeRequestRows items={items.slice(0, maxRecent)} spaces={workspace.spaces} />
                ) : (
                  <p className={rows.detail}>
                    <Icon icon={faCodeMerge} /> {words.noOpenChanges}
                  </p>
                )
              }
            </Read>
            <Suspense>
              <OwnDrafts scope={{ organizationId }} />
            </Suspense>
          </Section>
          {opened.length > 0 && (
            <Section title={words.openedLast}>
              <ul className={rows.rows}>
                {opened.map((space) => (
                  <SpaceRow key={space.id} space={space} />
                ))}
              </ul>
            </Section>
          )}
          <Section title={words.recentSpaces}>
            <ul className={rows.rows}>
              {recent.map((space) => (
                <SpaceRow key={space.id} space={space} />
              ))}
            </ul>
          </Section>
        </>
      )}
      {isCreating && (
        <Suspense>
          <NewContent
            organizationId={organizationId}
            collections={workspace.collections}
            mayCreateAtTop={mayCreateAtTop}
            onClose={() => setCreating(false)}
          />
        </Suspense>
      )}
    </Screen>
  )
}

function SpaceRow({ space }: { space: Space }) {
  const words = useWords()
  return (
    <li>
      <Link to="/s/$spaceId" params={{ spaceId: space.id }} className={rows.row}>
        <span className={rows.symbol} aria-hidden="true">
          {space.emoji ? emojiOf(space.emoji) : <Icon icon={faBook} />}
        </span>
        <span className={rows.main}>
          <span className={rows.title}>{space.title || words.untitled}</span>
        </span>
        <span className={rows.aside}>
          {space.changeRequestsOpen > 0 && words.openCount(space.changeRequestsOpen)} <Time at={space.updatedAt} />
        </span>
      </Link>
    </li>
  )
}
