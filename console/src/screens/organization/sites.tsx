import { faArrowUpRightFromSquare, faGlobe, faPlus } from '@fortawesome/free-solid-svg-icons'
import type { Site } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { all, organizationQuery, workspaceQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import rows from '../../parts/rows.module.css'
import { Screen } from '../../parts/screen.tsx'
import { Empty, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'

const sitesQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ['sites', organizationId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/orgs/{organizationId}/sites', { params: { organizationId }, query: { limit: 100, page }, signal }),
      ),
  })

/** The sites of an organization, with their addresses. */
export function Sites() {
  const words = useWordsOf('sites')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/sites' })
  const { data: organization } = useSuspenseQuery(organizationQuery(organizationId))
  const { data: sites } = useSuspenseQuery(sitesQuery(organizationId))
  const [isCreating, setCreating] = useState(false)
  const mayCreate = organization.permissions.createContent
  const create = (
    <Button kind="primary" icon={faPlus} onClick={() => setCreating(true)}>
      {words.newSite}
    </Button>
  )
  return (
    <Screen title={words.sites} actions={mayCreate && sites.length > 0 && create}>
      {sites.length === 0 ? (
        <Empty icon={faGlobe} title={words.noSites} action={mayCreate && create}>
          {words.noSitesHint}
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {sites.map((site) => (
            <SiteRow key={site.id} site={site} organizationId={organizationId} />
          ))}
        </ul>
      )}
      {isCreating && <NewSite organizationId={organizationId} onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function SiteRow({ site, organizationId }: { site: Site; organizationId: string }) {
  const words = useWordsOf('sites')
  const queries = useQueryClient()
  const params = { organizationId, siteId: site.id }
  const publish = useMutation({
    mutationFn: (): Promise<unknown> =>
      site.published
        ? api.post('/v1/orgs/{organizationId}/sites/{siteId}/unpublish', { params })
        : api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { params }),
    onSuccess: () => queries.invalidateQueries(sitesQuery(organizationId)),
  })
  const address = site.urls.published
  return (
    <li>
      <div className={rows.row}>
        <span className={rows.symbol}>
          <Icon icon={faGlobe} />
        </span>
        <span className={rows.main}>
          <span className={rows.title}>{site.title}</span>
          <span className={rows.detail}>
            {words.audiences[site.visibility]} · {words.spaceCount(site.siteSpaces)}
            {address && ` · ${address.replace(/^https?:\/\//, '')}`}
          </span>
        </span>
        <span className={rows.aside}>
          {site.published ? <Badge kind="success">{words.published}</Badge> : <Badge>{words.unpublished}</Badge>}
          {site.published && address && (
            <a href={address} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
              {words.open}
              <Icon icon={faArrowUpRightFromSquare} />
            </a>
          )}
          {site.permissions.edit && (
            <Button busy={publish.isPending} onClick={() => publish.mutate()}>
              {site.published ? words.unpublish : words.publish}
            </Button>
          )}
        </span>
      </div>
      {publish.error && <Notice>{refusalText(publish.error, words)}</Notice>}
    </li>
  )
}

/** Creates a site from a space and publishes it, for everybody or for those who know the address. */
function NewSite({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWordsOf('sites')
  const queries = useQueryClient()
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const [title, setTitle] = useState('')
  const [space, setSpace] = useState(workspace.spaces[0]?.id ?? '')
  const [visibility, setVisibility] = useState<'public' | 'unlisted'>('unlisted')
  const create = useMutation({
    async mutationFn() {
      const params = { organizationId }
      const { id: siteId } = await api.post('/v1/orgs/{organizationId}/sites', {
        params,
        body: { title, visibility, spaces: [space] },
      })
      await api.post('/v1/orgs/{organizationId}/sites/{siteId}/publish', { params: { ...params, siteId } })
    },
    async onSuccess() {
      await queries.invalidateQueries(sitesQuery(organizationId))
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={words.newSite} description={words.newSiteHint}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Field
          label={words.title}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
          required
          maxLength={128}
          autoFocus
        />
        <Choice
          label={words.space}
          value={space}
          options={workspace.spaces.map(({ id, title }) => [id, title || words.untitled] as const)}
          onChange={({ target }) => setSpace(target.value)}
        />
        <Choice
          label={words.audience}
          hint={words.audienceHints[visibility]}
          value={visibility}
          options={[
            ['unlisted', words.audiences.unlisted],
            ['public', words.audiences.public],
          ]}
          onChange={({ target }) => setVisibility(target.value === 'public' ? 'public' : 'unlisted')}
        />
        {create.error && <Notice>{refusalText(create.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={create.isPending} disabled={space === ''}>
            {words.createAndPublish}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
