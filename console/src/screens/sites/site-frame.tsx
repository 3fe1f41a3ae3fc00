import { faAngleRight, faArrowUpRightFromSquare } from '@fortawesome/free-solid-svg-icons'
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loading } from '../../parts/states.tsx'
import { useCurrentInView } from '../../parts/use-current-in-view.ts'
import { useWordsOf } from '../../words/words.ts'
import { PublishButton } from './publish-button.tsx'
import styles from './site-frame.module.css'
import { openAddress, useSite } from './sites-queries.ts'

/** Stands around the screens of a site: its name and state, and its parts at the side. */
export function SiteFrame() {
  const words = useWordsOf('sites')
  const { site, params } = useSite()
  const address = openAddress(site)
  return (
    <>
      <header className={styles.bar}>
        <div className={styles.names}>
          <Link to="/o/$organizationId/sites" params={params}>
            {words.sites}
          </Link>
          <Icon icon={faAngleRight} />
          <span className={styles.name}>{site.title}</span>
          {site.published ? <Badge kind="success">{words.published}</Badge> : <Badge>{words.unpublished}</Badge>}
        </div>
        <div className={styles.actions}>
          {address && (
            <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass()} data-tour="visit">
              {words.open}
              <Icon icon={faArrowUpRightFromSquare} />
            </a>
          )}
          {site.permissions.create && !site.published && <PublishButton />}
        </div>
      </header>
      <div className={styles.body}>
        <Parts />
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </div>
    </>
  )
}

/** The parts of the site that the person may see: those to change are for who may change it. */
function Parts() {
  const words = useWordsOf('sites')
  const { site, params } = useSite()
  const { create } = site.permissions
  // On a phone the parts are a row that scrolls.
  const list = useCurrentInView()
  return (
    <nav ref={list} className={styles.parts} aria-label={words.partsOfSite}>
      <Link to="/o/$organizationId/sites/$siteId" params={params} activeOptions={{ exact: true }}>
        {words.parts.overview}
      </Link>
      <Link to="/o/$organizationId/sites/$siteId/structure" params={params}>
        {words.parts.structure}
      </Link>
      {create && (
        <>
          <Link to="/o/$organizationId/sites/$siteId/customization" params={params}>
            {words.parts.customization}
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/audience" params={params}>
            {words.parts.audience}
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/domain" params={params}>
            {words.parts.domain}
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/redirects" params={params}>
            {words.parts.redirects}
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/adaptive" params={params}>
            {words.parts.adaptive}
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/mcp" params={params}>
            {words.parts.mcp}
          </Link>
          <Link to="/o/$organizationId/sites/$siteId/settings" params={params}>
            {words.settings}
          </Link>
        </>
      )}
    </nav>
  )
}
