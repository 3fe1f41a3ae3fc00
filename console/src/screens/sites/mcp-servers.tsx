import { faPen, faPlug, faPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { SiteMcpServer } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import rows from '../../parts/rows.module.css'
import { Empty } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { McpServerDialog, serversQuery } from './mcp-server-dialog.tsx'
import { SiteScreen } from './site-screen.tsx'
import { useSite } from './sites-queries.ts'

const at = '/v1/orgs/{organizationId}/sites/{siteId}/mcp-servers' as const

/** The MCP servers that a site uses. */
export function McpServers() {
  const words = useWordsOf('mcp')
  const { site } = useSite()
  const [open, setOpen] = useState<SiteMcpServer | 'new'>()
  const add = (
    <Button icon={faPlus} kind="primary" onClick={() => setOpen('new')}>
      {words.addServer}
    </Button>
  )
  return (
    <SiteScreen title={words.mcpServers} lead={words.mcpLead} actions={add}>
      {site.permissions.create && <ServerList onEdit={setOpen} />}
      {open !== undefined && (
        <McpServerDialog server={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      )}
    </SiteScreen>
  )
}

function ServerList({ onEdit }: { onEdit: (server: SiteMcpServer) => void }) {
  const words = useWordsOf('mcp')
  const queries = useQueryClient()
  const { params } = useSite()
  const { data: servers } = useSuspenseQuery(serversQuery(params))
  const remove = useMutation({
    mutationFn: (siteMcpServerId: string) =>
      api.delete(`${at}/{siteMcpServerId}`, { params: { ...params, siteMcpServerId } }),
    async onSuccess() {
      await queries.invalidateQueries(serversQuery(params))
      setRemoved(undefined)
    },
  })
  const [removed, setRemoved] = useState<SiteMcpServer>()
  if (servers.length === 0)
    return (
      <Empty icon={faPlug} title={words.noServers}>
        {words.noServersHint}
      </Empty>
    )
  return (
    <>
      <ul className={rows.rows}>
        {servers.map((server) => (
          <li key={server.id} className={rows.row}>
            <span className={rows.main}>
              <span className={rows.title}>{server.name}</span>
              <span className={rows.detail}>
                {server.url} · {words.headerCount(Object.keys(server.headers).length)}
              </span>
            </span>
            <span className={rows.aside}>
              <Badge>{words.transports[server.transport]}</Badge>
              <IconButton icon={faPen} label={words.editServer(server.name)} onClick={() => onEdit(server)} />
              <IconButton icon={faXmark} label={words.removeServer(server.name)} onClick={() => setRemoved(server)} />
            </span>
          </li>
        ))}
      </ul>
      {removed && (
        <Confirm
          title={words.removeServerQuestion(removed.name)}
          description={words.removeServerHint}
          action={words.removeServer(removed.name)}
          work={{ ...remove, mutate: () => remove.mutate(removed.id) }}
          onClose={() => {
            remove.reset()
            setRemoved(undefined)
          }}
        />
      )}
    </>
  )
}
