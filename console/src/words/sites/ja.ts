import type { SitesWords } from './en.ts'

export const ja: SitesWords = {
  // The list
  newSite: '新しいサイト',
  noSites: 'サイトはまだありません',
  noSitesHint: 'スペースをサイトとして公開できます。スペースまたはテンプレートと、閲覧できる人を選んでください。',
  noSitesReader: 'この組織でコンテンツを作成できる人が、スペースをサイトとして公開できます。',
  published: '公開中',
  unpublished: '未公開',
  publish: '公開する',
  unpublish: '公開を停止',
  openSite: (title) => `${title} を開く`,

  // A new site
  steps: ['コンテンツ', 'タイトルと公開範囲', '公開'],
  source: '作成方法',
  fromSpace: 'スペースから',
  fromTemplate: 'テンプレートから',
  fromSpaceHint: 'サイトにはスペースのページが表示され、変更はすぐに反映されます。',
  template: 'テンプレート',
  titleHint: 'すべてのページの上に表示されます。サイトのアドレスはタイトルから作られます。',
  back: '戻る',
  next: '次へ',
  createAndPublish: '作成して公開',
  siteIsPublished: 'サイトを公開しました',
  siteIsPublishedHint: '対象の人は、このアドレスで閲覧できます。',
  openTheSite: 'サイトを開く',
  manageSite: '設定する',

  // Who may read it
  audience: '閲覧できる人',
  audiences: {
    public: '全員',
    unlisted: 'アドレスを知っている人',
    'share-link': '共有リンクを持つ人',
    members: '組織内で閲覧できる人',
    'visitor-auth': 'サインインした訪問者',
  },
  audienceHints: {
    public: '誰でも閲覧でき、検索エンジンにも表示されます。',
    unlisted: 'アドレスを知っていれば誰でも閲覧できます。検索エンジンには掲載しないよう求めます。',
    'share-link': 'リンクごとに推測できないキーがあります。ほかのリンクを残したまま、一つだけ無効にできます。',
    members: 'メンバーとゲストがこのコンソールのサインインで開き、閲覧できる部分だけが表示されます。',
    'visitor-auth': '自社のシステムが訪問者をサインインさせ、署名付きトークンで身元を保証します。',
  },

  // A site
  partsOfSite: 'サイトの項目',
  parts: {
    overview: '概要',
    structure: '構成',
    customization: 'カスタマイズ',
    audience: '公開範囲',
    domain: 'ドメイン',
    redirects: 'リダイレクト',
    adaptive: 'アダプティブコンテンツ',
    mcp: 'MCP サーバー',
  },
  overviewLead: 'サイトのアドレスと、誰が何を閲覧できるか。',
  address: 'アドレス',
  keyedHints: {
    'share-link': 'サイトは共有リンクのアドレスで閲覧できます。アドレスは「公開範囲」にあります。',
    'visitor-auth': 'サイトは自社のシステムが発行するトークンで閲覧できます。必要な設定は「公開範囲」にあります。',
  },
  unpublishedHint: 'サイトはまだ誰にも表示されません。必要に応じて設定してから公開してください。',
  unpublishedReader: 'サイトは公開されていないため、まだ誰にも表示されません。',
  notPublished: (title) => `${title} を公開できませんでした`,
  onlyForManagers: 'サイトを変更できるのは、この組織でコンテンツを作成できる人だけです。',
  changeIt: '変更',
  setIt: '設定',
  show: '表示',
  noDomain: '独自ドメインなし',
  createdAt: '作成日時',

  // Its settings
  settingsLead: 'サイトの名前とアドレスの設定、および公開停止と削除。',
  basename: 'アドレスに使う名前',
  basenameHint: '小文字の英字、数字、ハイフンが使えます。以前の名前からは新しい名前に転送されます。',
  agents: 'アシスタントの回答',
  agentsHint: 'Quire での質問に、このサイトの内容も使って回答するかどうか。',
  agentsIncluded: 'このサイトを使う',
  agentsExcluded: 'このサイトを使わない',
  unpublishHint: 'どのアドレスでもサイトを閲覧できなくなります。内容は失われず、再び公開できます。',
  unpublishQuestion: (title) => `${title} の公開を停止しますか?`,
  removeSite: 'サイトを削除',
  removeSiteHint: 'アドレス、カスタマイズ、リダイレクトは完全に失われます。サイト上のスペースは残ります。',
  removeSiteQuestion: (title) => `${title} を削除しますか?`,
}
