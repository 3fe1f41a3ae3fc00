/** The texts of the MCP servers of a site, in English; the other languages have the same. */
export const en = {
  mcpServers: 'MCP servers',
  mcpLead: 'Servers with tools that assistants of the site may use, by the Model Context Protocol.',
  addServer: 'Add a server',
  noServers: 'There are no servers yet',
  noServersHint: 'Add the address of one, with the headers that it asks for.',
  editServer: (name: string) => `Edit ${name}`,
  removeServer: (name: string) => `Remove ${name}`,
  removeServerQuestion: (name: string) => `Remove “${name}”?`,
  removeServerHint:
    'Assistants of the site cannot use its tools any more. The values of its headers are deleted with it.',
  headerCount: (count: number) => (count === 1 ? '1 header' : `${count} headers`),
  name: 'Name',
  address: 'Address',
  transport: 'Transport',
  transports: { http: 'Streamable HTTP', sse: 'Server-sent events' },
  headers: 'Headers',
  headersHint: 'Values are secrets: only administrators see them again.',
  headerName: (at: number) => `Header ${at}`,
  headerValue: (at: number) => `Value ${at}`,
  removeHeader: (at: number) => `Remove header ${at}`,
  addHeader: 'Add a header',
}

export type McpWords = typeof en
