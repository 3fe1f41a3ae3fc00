import type { AudienceWords } from './en.ts'

export const zh: AudienceWords = {
  audienceTitle: '受众',
  audienceLead: '发布后谁可以阅读站点。组织成员始终可以在预览中查看。',
  atOnce: '站点已发布：更改会立即对所有读者生效。',

  // Share links
  shareLinks: '分享链接',
  linksWhenPublished: '站点发布后，链接才会有地址。',
  noShareLinks: '还没有链接，因此没有人能阅读站点。请创建第一个链接。',
  linkName: '链接名称',
  linkNameHint: '供您自己辨认，例如分享给了谁。',
  createLink: '创建链接',
  unnamedLink: '未命名',
  addressOf: (name) => `${name} 的地址`,
  inactive: '已停用',
  since: '创建时间',
  deactivate: '停用',
  activate: '启用',
  revoke: '撤销',
  revokeLinkQuestion: (name) => `撤销“${name}”？`,
  revokeLinkHint: '持有链接的人将无法再用它阅读站点，同一地址也无法重新生成。如需暂停，请将其停用。',

  // Visitors who sign in
  visitorSignIn: '访客如何登录',
  visitorSignInHint:
    '您的系统用站点的密钥签署令牌（HS256），并带着令牌将访客引导到站点。令牌必须有期限，最长 30 天；其余声明供条件使用。',
  onlyAdministrators: '只有组织管理员可以查看密钥并设置登录。',
  exampleHint: '访客的声明，须符合自适应内容的模式',
  signingKey: '站点的密钥',
  showKey: '显示密钥',
  newKey: '生成新密钥',
  newKeyQuestion: '生成新密钥？',
  newKeyHint: '用旧密钥签署的令牌会立即失效，由其打开的访问也会结束。',
  fallback: '登录页面',
  fallbackHint: '没有令牌的访客会被引导到那里，想要访问的页面在“location”中。',

  // Adaptive content
  adaptiveTitle: '自适应内容',
  adaptiveLead: '站点期望访客具有哪些声明，以 JSON 模式描述。页面、文本、分区和空间的条件据此判断。',
  noSchemaHint: '还没有模式：请从这个示例开始，然后保存。',
  schema: 'JSON 模式',
  schemaFaulty: (problem) => `这不是有效的 JSON：${problem}`,
  schemaProblem: (path, problem) => `${path}: ${problem}`,
  claimsOn: '条件使用访客的声明',
  claimsOffHint: '关闭时，所有人都被视为一无所知的访客。',
  templates: '可复制的条件',
  discard: '放弃更改',
}
