import type { McpWords } from './en.ts'

export const de: McpWords = {
  mcpServers: 'MCP-Server',
  mcpLead: 'Server mit Werkzeugen, die Assistenten der Website über das Model Context Protocol verwenden dürfen.',
  addServer: 'Server hinzufügen',
  noServers: 'Es gibt noch keine Server',
  noServersHint: 'Fügen Sie die Adresse eines Servers hinzu, mit den Headern, die er verlangt.',
  editServer: (name) => `${name} bearbeiten`,
  removeServer: (name) => `${name} entfernen`,
  removeServerQuestion: (name) => `„${name}“ entfernen?`,
  removeServerHint:
    'Assistenten der Website können seine Werkzeuge nicht mehr benutzen. Die Werte seiner Header werden mit ihm gelöscht.',
  headerCount: (count) => (count === 1 ? '1 Header' : `${count} Header`),
  name: 'Name',
  address: 'Adresse',
  transport: 'Übertragung',
  transports: { http: 'Streamable HTTP', sse: 'Server-Sent Events' },
  headers: 'Header',
  headersHint: 'Werte sind geheim: Nur die Administration sieht sie wieder.',
  headerName: (at) => `Header ${at}`,
  headerValue: (at) => `Wert ${at}`,
  removeHeader: (at) => `Header ${at} entfernen`,
  addHeader: 'Header hinzufügen',
}
