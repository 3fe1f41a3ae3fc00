import type { McpWords } from './en.ts'

export const es: McpWords = {
  mcpServers: 'Servidores MCP',
  mcpLead: 'Servidores con herramientas que los asistentes del sitio pueden usar, por el Model Context Protocol.',
  addServer: 'Añadir un servidor',
  noServers: 'Todavía no hay servidores',
  noServersHint: 'Añada la dirección de uno, con las cabeceras que pide.',
  editServer: (name) => `Editar ${name}`,
  removeServer: (name) => `Quitar ${name}`,
  removeServerQuestion: (name) => `¿Quitar «${name}»?`,
  removeServerHint:
    'Los asistentes del sitio ya no podrán usar sus herramientas. Los valores de sus cabeceras se eliminan con él.',
  headerCount: (count) => (count === 1 ? '1 cabecera' : `${count} cabeceras`),
  name: 'Nombre',
  address: 'Dirección',
  transport: 'Transporte',
  transports: { http: 'Streamable HTTP', sse: 'Server-Sent Events' },
  headers: 'Cabeceras',
  headersHint: 'Los valores son secretos: solo los administradores vuelven a verlos.',
  headerName: (at) => `Cabecera ${at}`,
  headerValue: (at) => `Valor ${at}`,
  removeHeader: (at) => `Quitar la cabecera ${at}`,
  addHeader: 'Añadir una cabecera',
}
