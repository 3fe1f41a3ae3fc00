import type { StructureWords } from './en.ts'

export const ja: StructureWords = {
  structure: '構成',
  structureLead:
    '訪問者には、セクションはタブ、グループはセクションのメニューとして表示されます。一つのセクションに複数のスペースを置くと、バージョンや言語などのバリアントになります。項目をドラッグするか、Alt キーと矢印キーで並べ替えてください。',
  structureReader: 'サイトの内容を、訪問者に表示される順に示します。',
  nothingOnSite: 'サイトにはまだ何もありません',
  nothingOnSiteHint: 'スペースを追加してください。そのページが訪問者に表示されます。',
  nothingForReader: 'このサイトに、閲覧できるものはありません。',
  kinds: { 'site-space': 'スペース', 'site-section': 'セクション', 'site-section-group': 'グループ' },
  first: '最初に表示',
  conditional: '一部の訪問者向け',
  actionsFor: (title) => `${title} の操作`,
  editEntry: '編集…',
  makeFirst: '最初に表示する',
  takeOff: 'サイトから外す …',
  takeOffTitle: (title) => `「${title}」をサイトから外しますか？`,
  takeOffHint:
    '訪問者はすぐにそのページを見つけられなくなります。固有の外観は削除され、そこへのリダイレクトは機能しなくなり、再び追加しても元に戻りません。スペース自体はそのままです。',
  dissolve: 'グループを解除',
  addSpace: 'スペースを追加',
  addSection: 'セクションを追加',
  addGroup: 'グループを追加',
  addVariant: 'バリアントを追加…',
  add: '追加',
  additions: {
    space: {
      title: (section) => (section === '' ? 'スペースを追加' : `${section} にバリアントを追加`),
      hint: 'サイトを閲覧できる全員に、そのページがすぐに表示されます。',
    },
    section: {
      title: () => 'セクションを追加',
      hint: 'セクションはスペースを独立したタブに表示します。最初に追加すると、今ある内容がもう一つのセクションになります。',
    },
    group: {
      title: () => 'グループを追加',
      hint: 'グループはセクションのメニューです。セクションを中に移動してください。',
    },
  },
  sectionTitleHint: '空欄の場合はスペースのタイトルになります。',
  allSpacesTaken: '閲覧できるスペースはすべてサイトにあります。先に別のスペースを作成してください。',
  editTitle: (title) => `${title} を編集`,
  path: 'パス',
  pathHint: 'アドレスの一部になります。以前のパスからは新しいパスに転送されます。',
  icon: 'アイコン',
  condition: '表示条件',
  conditionHint: '訪問者の属性についての式。空欄の場合は全員に表示されます。',
}
