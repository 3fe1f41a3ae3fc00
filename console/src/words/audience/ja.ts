import type { AudienceWords } from './en.ts'

export const ja: AudienceWords = {
  audienceTitle: '公開範囲',
  audienceLead: '公開後にサイトを閲覧できる人。組織のメンバーは、いつでもプレビューで閲覧できます。',
  atOnce: 'サイトは公開中です。変更はすべての閲覧者にすぐに適用されます。',

  // Share links
  shareLinks: '共有リンク',
  linksWhenPublished: 'サイトを公開すると、リンクにアドレスが付きます。',
  noShareLinks: 'リンクがまだないため、誰もサイトを閲覧できません。最初のリンクを作成してください。',
  linkName: 'リンクの名前',
  linkNameHint: '渡す相手など、自分たちで見分けるための名前です。',
  createLink: 'リンクを作成',
  unnamedLink: '名前なし',
  addressOf: (name) => `${name} のアドレス`,
  inactive: 'オフ',
  since: '作成日時',
  deactivate: 'オフにする',
  activate: 'オンにする',
  revoke: '無効にする',
  revokeLinkQuestion: (name) => `「${name}」を無効にしますか？`,
  revokeLinkHint:
    'リンクを持つ人はサイトを読めなくなり、同じアドレスを作り直すことはできません。一時的に止めるには、オフにしてください。',

  // Visitors who sign in
  visitorSignIn: '訪問者のサインイン',
  visitorSignInHint:
    '自社のシステムがサイトのキーでトークンに署名し(HS256)、それを付けて訪問者をサイトに案内します。トークンには 30 日以内の有効期限が必要です。そのほかの属性は表示条件で使われます。',
  onlyAdministrators: 'キーの表示とサインインの設定は、組織の管理者が行います。',
  exampleHint: 'アダプティブコンテンツのスキーマで定義した訪問者の属性',
  signingKey: 'サイトのキー',
  showKey: 'キーを表示',
  newKey: '新しいキーを作成',
  newKeyQuestion: '新しいキーを作成しますか?',
  newKeyHint: '以前のキーで署名されたトークンと、それによる閲覧はすぐに終了します。',
  fallback: 'サインインページ',
  fallbackHint: 'トークンのない訪問者は、開こうとしたページを「location」に付けてここに案内されます。',

  // Adaptive content
  adaptiveTitle: 'アダプティブコンテンツ',
  adaptiveLead:
    'サイトが訪問者について受け取る属性を JSON スキーマで定義します。ページ、本文、セクション、スペースの表示条件で使われます。',
  noSchemaHint: 'スキーマはまだありません。次の例を編集して保存してください。',
  schema: 'JSON スキーマ',
  schemaFaulty: (problem) => `JSON として正しくありません: ${problem}`,
  schemaProblem: (path, problem) => `${path}: ${problem}`,
  claimsOn: '表示条件で訪問者の属性を使う',
  claimsOffHint: 'オフの間は、全員が属性の分からない訪問者として扱われます。',
  templates: 'コピーして使える条件',
  discard: '変更を破棄',
}
