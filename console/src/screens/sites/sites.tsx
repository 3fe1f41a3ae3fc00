import { faArrowUpRightFromSquare, faGlobe, faPlus } from '@fortawesome/free-solid-svg-icons'
import type { Site } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { organizationQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { buttonClass } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import rows from '../../parts/rows.module.css'
import { Screen } from '../../parts/screen.tsx'
import { Empty } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { openAddress, sitesQuery } from './sites-queries.ts'

/** The sites of an organization, with their addresses. */
export function Sites() {
  const words = useWordsOf('sites')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/sites/' })
  const { data: organization } = useSuspenseQuery(organizationQuery(organizationId))
  const { data: sites } = useSuspenseQuery(sitesQuery(organizationId))
  const create = organization.permissions.createContent && (
    <Link
      to="/o/$organizationId/sites/new"
      params={{ organizationId }}
      className={buttonClass('primary')}
      data-tour="new-site"
    >
      <Icon icon={faPlus} />
      {words.newSite}
    </Link>
  )
  return (
    <Screen title={words.sites} actions={sites.length > 0 && create}>
      {sites.length === 0 ? (
        <Empty icon={faGlobe} title={words.noSites} action={create}>
          {create ? words.noSitesHint : words.noSitesReader}
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} organizationId={organizationId} />
          ))}
        </ul>
      )}
    </Screen>
  )
}

function SiteRow({ site, organizationId }: { site: Site; organizationId: string }) {
  const words = useWordsOf('sites')
  const address = openAddress(site)
  return (
    <li className={rows.row}>
      <span className={rows.symbol}>
        <Icon icon={faGlobe} />
      </span>
      <Link to="/o/$organizationId/sites/$siteId" params={{ organizationId, siteId: site.id }} className={rows.main}>
        <span className={rows.title}>{site.title}</span>
        <span className={rows.detail}>
          {words.audiences[site.visibility]} · {words.spaceCount(site.siteSpaces)}
          {address && ` · ${address.replace(/^https?:\/\//, '')}`}
        </span>
      </Link>
      <span className={rows.aside}>
        {site.published ? <Badge kind="success">{words.published}</Badge> : <Badge>{words.unpublished}</Badge>}
        {address && (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass()}
            data-tour="visit"
            aria-label={words.openSite(site.title)}
          >
            {words.open}
            <Icon icon={faArrowUpRightFromSquare} />
          </a>
        )}
      </span>
    </li>
  )
}
