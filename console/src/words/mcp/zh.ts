import type { McpWords } from './en.ts'

export const zh: McpWords = {
  mcpServers: 'MCP 服务器',
  mcpLead: '站点的助手可以通过 Model Context Protocol 使用的工具服务器。',
  addServer: '添加服务器',
  noServers: '还没有服务器',
  noServersHint: '添加服务器的地址，以及它要求的请求头。',
  editServer: (name) => `编辑 ${name}`,
  removeServer: (name) => `移除 ${name}`,
  removeServerQuestion: (name) => `移除“${name}”？`,
  removeServerHint: '站点的助手将无法再使用其工具。其请求头的值也会一并删除。',
  headerCount: (count) => `${count} 个请求头`,
  name: '名称',
  address: '地址',
  transport: '传输方式',
  transports: { http: 'Streamable HTTP', sse: 'Server-Sent Events' },
  headers: '请求头',
  headersHint: '值是机密：只有管理员能再次看到。',
  headerName: (at) => `请求头 ${at}`,
  headerValue: (at) => `值 ${at}`,
  removeHeader: (at) => `移除请求头 ${at}`,
  addHeader: '添加请求头',
}
