import type { AccountWords } from './en.ts'

export const zh: AccountWords = {
  profile: '个人资料',
  name: '姓名',
  sessions: '已登录的设备',
  sessionsHint: '请结束您不认识的会话；该浏览器会立即退出登录。',
  lastUsed: '最近使用',
  thisSession: '当前设备',
  endSession: '退出登录',
  passkeys: '通行密钥',
  passkeysHint: '通行密钥让您用指纹、面容或设备 PIN 码登录，无需邮件。',
  addPasskey: '添加通行密钥',
  passkeyAdded: '添加于',
  passkeyName: '通行密钥名称',
  removePasskey: '移除',
  signInAgainFirst: '此操作要求您在十分钟内登录过。',
}
