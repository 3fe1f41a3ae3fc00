import type { McpWords } from './en.ts'

export const ja: McpWords = {
  mcpServers: 'MCP サーバー',
  mcpLead: 'サイトのアシスタントが Model Context Protocol で利用できるツールのサーバー。',
  addServer: 'サーバーを追加',
  noServers: 'サーバーはまだありません',
  noServersHint: 'サーバーのアドレスと、必要なヘッダーを追加してください。',
  editServer: (name) => `${name} を編集`,
  removeServer: (name) => `${name} を削除`,
  removeServerQuestion: (name) => `「${name}」を削除しますか？`,
  removeServerHint: 'サイトのアシスタントはこのサーバーのツールを使えなくなります。ヘッダーの値も一緒に削除されます。',
  headerCount: (count) => `ヘッダー ${count} 件`,
  name: '名前',
  address: 'アドレス',
  transport: '通信方式',
  transports: { http: 'Streamable HTTP', sse: 'Server-Sent Events' },
  headers: 'ヘッダー',
  headersHint: '値は秘密として扱われ、管理者だけが再び見ることができます。',
  headerName: (at) => `ヘッダー ${at}`,
  headerValue: (at) => `値 ${at}`,
  removeHeader: (at) => `ヘッダー ${at} を削除`,
  addHeader: 'ヘッダーを追加',
}
