import { faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { SiteMcpServer } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { refusedFields } from '../../parts/refusals.ts'
import { Notice } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useWordsOf } from '../../words/words.ts'
import dialog from './site-dialog.module.css'
import { type SiteParams, useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers' as const

/** The MCP servers of a site. */
export const serversQuery = (params: SiteParams) =>
  queryOptions({
    queryKey: ['site', params.siteId, 'mcp-servers'],
    queryFn: ({ signal }) => all((page) => api.get(at, { params: { ...params }, query: { limit: 100, page }, signal })),
    // Headers are secrets, which the console forgets with the screen.
    gcTime: 0,
  })

interface McpServerDialogProps {
  /** The server to change; undefined for a new one. */
  server: SiteMcpServer | undefined
  onClose: () => void
}

/** Creates or changes an MCP server of the site. Headers may be secrets, so they alone are not kept on this device. */
export function McpServerDialog({ server, onClose }: McpServerDialogProps) {
  const words = useWordsOf('mcp')
  const queries = useQueryClient()
  const { params } = useSite()
  const draft = useFormDraft(`mcp-server/${params.siteId}/${server?.id ?? ''}`, formOf(server))
  const { change } = draft
  const { name, url, transport } = draft.form
  const [savedHeaders] = useState(() => Object.entries(server?.headers ?? {}))
  const [headers, setHeaders] = useState(savedHeaders)
  const save = useMutation({
    mutationFn: (): Promise<unknown> => {
      const named = Object.fromEntries(headers.filter(([header]) => header !== ''))
      const body = { name, url, transport, headers: named }
      return server
        ? api.patch(`${at}/{siteMcpServerId}`, { params: { ...params, siteMcpServerId: server.id }, body })
        : api.post(at, { params, body })
    },
    async onSuccess() {
      draft.clear()
      await queries.invalidateQueries(serversQuery(params))
      onClose()
    },
  })
  const discard = () => {
    draft.clear()
    onClose()
  }
  const problems = refusedFields(save.error, words, ['name', 'url', 'headers'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const setHeader = (at: number, entry: [string, string]) =>
    setHeaders(headers.map((one, index) => (index === at ? entry : one)))
  return (
    <Dialog
      open
      onClose={onClose}
      isHeld={headers !== savedHeaders}
      title={server ? words.editServer(server.name) : words.addServer}
    >
      <form className={dialog.form} onSubmit={submit}>
        <Field
          label={words.name}
          value={name}
          required
          maxLength={100}
          error={problems.of('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label={words.address}
          type="url"
          placeholder="https://"
          value={url}
          required
          error={problems.of('url')}
          onChange={({ target }) => change({ url: target.value })}
        />
        <Choice
          label={words.transport}
          value={transport}
          options={[
            ['http', words.transports.http],
            ['sse', words.transports.sse],
          ]}
          onChange={({ target }) => change({ transport: target.value === 'sse' ? 'sse' : 'http' })}
        />
        <fieldset className={dialog.headers}>
          <legend>{words.headers}</legend>
          <p>{words.headersHint}</p>
          {headers.map(([header, value], index) => (
            <div key={index}>
              <Field
                label={words.headerName(index + 1)}
                value={header}
                onChange={({ target }) => setHeader(index, [target.value, value])}
              />
              <Field
                label={words.headerValue(index + 1)}
                value={value}
                autoComplete="off"
                onChange={({ target }) => setHeader(index, [header, target.value])}
              />
              <IconButton
                icon={faXmark}
                label={words.removeHeader(index + 1)}
                onClick={() => setHeaders(headers.filter((_, other) => other !== index))}
              />
            </div>
          ))}
          <span>
            <Button icon={faPlus} onClick={() => setHeaders([...headers, ['', '']])}>
              {words.addHeader}
            </Button>
          </span>
          {problems.of('headers') && <Notice>{problems.of('headers')}</Notice>}
        </fieldset>
        {problems.other && <Notice>{problems.other}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={save.isPending}>
            {words.save}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const formOf = (server: SiteMcpServer | undefined) => ({
  name: server?.name ?? '',
  url: server?.url ?? '',
  transport: server?.transport ?? ('http' as const),
})
