import type { SitesWords } from './en.ts'

export const zh: SitesWords = {
  // The list
  newSite: '新建站点',
  noSites: '还没有站点',
  noSitesHint: '将空间发布为站点：选择空间或模板，以及谁可以阅读。',
  noSitesReader: '可以在此组织中创建内容的人能够将空间发布为站点。',
  published: '已发布',
  unpublished: '未发布',
  publish: '发布',
  unpublish: '取消发布',
  openSite: (title) => `打开 ${title}`,

  // A new site
  steps: ['内容', '标题和受众', '发布'],
  source: '创建方式',
  fromSpace: '从空间',
  fromTemplate: '从模板',
  fromSpaceHint: '站点显示该空间的页面，并随其更改而更新。',
  template: '模板',
  titleHint: '显示在每个页面的上方。站点的地址由标题生成。',
  back: '上一步',
  next: '下一步',
  createAndPublish: '创建并发布',
  siteIsPublished: '站点已发布',
  siteIsPublishedHint: '目标受众现在可以通过该地址阅读。',
  openTheSite: '打开站点',
  manageSite: '进行设置',

  // Who may read it
  audience: '谁可以阅读',
  audiences: {
    public: '所有人',
    unlisted: '知道地址的人',
    'share-link': '拥有分享链接的人',
    members: '组织中有权阅读的人',
    'visitor-auth': '已登录的访客',
  },
  audienceHints: {
    public: '所有人都可以阅读，搜索引擎也能找到。',
    unlisted: '知道地址的人都可以阅读；会请求搜索引擎不要收录。',
    'share-link': '每个链接都有无法猜到的密钥。您可以撤销其中一个，保留其他链接。',
    members: '成员和访客用此控制台的登录打开，只看到他们可以阅读的部分。',
    'visitor-auth': '由您自己的系统让访客登录，并用签名令牌为其担保。',
  },

  // A site
  partsOfSite: '站点的各个部分',
  parts: {
    overview: '概览',
    structure: '结构',
    customization: '自定义',
    audience: '受众',
    domain: '域名',
    redirects: '重定向',
    adaptive: '自适应内容',
    mcp: 'MCP 服务器',
  },
  overviewLead: '站点的地址，以及谁可以阅读哪些内容。',
  address: '地址',
  keyedHints: {
    'share-link': '站点通过分享链接的地址阅读，这些地址在“受众”中。',
    'visitor-auth': '站点需要您的系统签发的令牌才能阅读，所需设置在“受众”中。',
  },
  unpublishedHint: '还没有人能阅读该站点。您可以先进行设置，然后发布。',
  unpublishedReader: '站点尚未发布，还没有人能阅读。',
  notPublished: (title) => `未能发布 ${title}`,
  onlyForManagers: '只有可以在此组织中创建内容的人才能更改站点。',
  changeIt: '更改',
  setIt: '设置',
  show: '查看',
  noDomain: '没有自己的域名',
  createdAt: '创建时间',

  // Its settings
  settingsLead: '站点的名称和地址，以及取消发布和删除。',
  basename: '地址中的名称',
  basenameHint: '小写字母、数字和连字符。以前的名称会指向新名称。',
  agents: '助手的回答',
  agentsHint: '在 Quire 中提出的问题是否也用此站点的内容回答。',
  agentsIncluded: '可以使用此站点',
  agentsExcluded: '不使用此站点',
  unpublishHint: '任何地址都无法再阅读该站点。内容不会丢失，您可以再次发布。',
  unpublishQuestion: (title) => `取消发布 ${title}？`,
  removeSite: '删除站点',
  removeSiteHint: '其地址、自定义设置和重定向将永久丢失。站点上的空间会保留。',
  removeSiteQuestion: (title) => `删除 ${title}？`,
}
