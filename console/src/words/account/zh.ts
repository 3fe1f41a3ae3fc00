import type { AccountWords } from './en.ts'

export const zh: AccountWords = {
  profile: '个人资料',
  name: '姓名',
  sessions: '已登录的设备',
  sessionsHint: '请结束您不认识的会话；该浏览器会立即退出登录。',
  lastUsed: '最近使用',
  thisSession: '当前设备',
  endSession: '退出登录',
}
