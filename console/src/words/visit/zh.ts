import type { VisitWords } from './en.ts'

export const zh: VisitWords = {
  visitTitle: '打开站点',
  visitIncomplete: '此地址不完整：请直接打开该站点。',
  visitHint: (email = '') => `您以 ${email} 的身份登录。如果另一个账户可以阅读此站点，请退出登录后重新打开。`,
  programTitle: '允许程序读取站点吗？',
  programLead: (name: string, site: string, email = '') =>
    `“${name}”请求以 ${email} 的身份读取“${site}”：包括您在那里可以阅读的一切，最长 90 天。您可以随时终止。`,
  programOnDevice: '该程序在此设备上运行。',
  programSentTo: (host: string) => `许可将发送到 ${host}。仅当您认识此地址并且刚刚在那里提出请求时才允许。`,
  programAllow: '允许',
  programRefuse: '拒绝',
}
