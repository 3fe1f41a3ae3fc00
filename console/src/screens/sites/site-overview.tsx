import { Link } from '@tanstack/react-router'
import { CopyField } from '../../parts/copy-field.tsx'
import { Notice } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './site-overview.module.css'
import { SiteScreen } from './site-screen.tsx'
import { openAddress, useSite } from './sites-queries.ts'

/** What a site is: its address, for whom it is, and what is on it. */
export function SiteOverview() {
  const words = useWordsOf('sites')
  const { site, params } = useSite()
  const address = openAddress(site)
  const { create } = site.permissions
  return (
    <SiteScreen title={words.parts.overview} lead={words.overviewLead} isForReaders>
      {site.published ? (
        address ? (
          <CopyField label={words.address} value={address} />
        ) : (
          <Notice kind="info">
            {words.keyedHints[site.visibility === 'share-link' ? 'share-link' : 'visitor-auth']}
          </Notice>
        )
      ) : (
        <Notice kind="info">{create ? words.unpublishedHint : words.unpublishedReader}</Notice>
      )}
      <dl className={styles.facts}>
        <div>
          <dt>{words.audience}</dt>
          <dd>
            <span>
              {words.audiences[site.visibility]}
              <small>{words.audienceHints[site.visibility]}</small>
            </span>
            {create && (
              <Link to="/o/$organizationId/sites/$siteId/audience" params={params}>
                {words.changeIt}
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.parts.structure}</dt>
          <dd>
            <span>{words.spaceCount(site.siteSpaces)}</span>
            <Link to="/o/$organizationId/sites/$siteId/structure" params={params}>
              {create ? words.changeIt : words.show}
            </Link>
          </dd>
        </div>
        <div>
          <dt>{words.parts.domain}</dt>
          <dd>
            <span>{site.hostname ?? words.noDomain}</span>
            {create && (
              <Link to="/o/$organizationId/sites/$siteId/domain" params={params}>
                {site.hostname ? words.changeIt : words.setIt}
              </Link>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.createdAt}</dt>
          <dd>
            <Time at={site.createdAt} />
          </dd>
        </div>
      </dl>
    </SiteScreen>
  )
}
