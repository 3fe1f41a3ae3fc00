import type { McpWords } from './en.ts'

export const fr: McpWords = {
  mcpServers: 'Serveurs MCP',
  mcpLead: 'Serveurs d’outils que les assistants du site peuvent utiliser, par le Model Context Protocol.',
  addServer: 'Ajouter un serveur',
  noServers: 'Il n’y a pas encore de serveurs',
  noServersHint: 'Ajoutez l’adresse d’un serveur, avec les en-têtes qu’il demande.',
  editServer: (name) => `Modifier ${name}`,
  removeServer: (name) => `Retirer ${name}`,
  removeServerQuestion: (name) => `Retirer « ${name} » ?`,
  removeServerHint:
    'Les assistants du site ne pourront plus utiliser ses outils. Les valeurs de ses en-têtes sont supprimées avec lui.',
  headerCount: (count) => (count <= 1 ? `${count} en-tête` : `${count} en-têtes`),
  name: 'Nom',
  address: 'Adresse',
  transport: 'Transport',
  transports: { http: 'Streamable HTTP', sse: 'Server-Sent Events' },
  headers: 'En-têtes',
  headersHint: 'Les valeurs sont secrètes : seuls les administrateurs les revoient.',
  headerName: (at) => `En-tête ${at}`,
  headerValue: (at) => `Valeur ${at}`,
  removeHeader: (at) => `Retirer l’en-tête ${at}`,
  addHeader: 'Ajouter un en-tête',
}
