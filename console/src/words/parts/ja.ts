import type { PartsWords } from './en.ts'

export const ja: PartsWords = {
  copy: 'コピー',
  copied: 'コピーしました',
  copyOf: (label) => `コピー: ${label}`,
  copyByHand: 'このブラウザーではコピーできません。選択されたテキストをご自身でコピーしてください。',
  enterSaves: 'Enter で保存、Esc で取り消し',

  // Lists and trees that people sort
  spaceActions: (title) => `スペース ${title} の操作`,
  collectionActions: (title) => `コレクション ${title} の操作`,
  moveUp: '上へ移動',
  moveDown: '下へ移動',
  moveInto: (title) => `「${title}」の中に移動`,
  moveOut: (title) => `「${title}」の外に移動`,
  moved: {
    before: (item, target) => `「${item}」を「${target}」の前に移動しました。`,
    after: (item, target) => `「${item}」を「${target}」の後に移動しました。`,
    inside: (item, target) => `「${item}」を「${target}」の中に移動しました。`,
  },
  notMoved: (item) => `「${item}」を移動できませんでした。`,

  // The icon beside a title
  chooseSign: 'アイコンを選ぶ',
  noSign: 'なし',
  removeSign: 'アイコンを外す',
  findSign: 'アイコンを探す',
  findSignHint: '英語の単語、または絵文字そのもの。',
  noSignFound: 'この名前のアイコンはありません。',
  emoji: '絵文字',
  emojis: '絵文字',
  icons: 'アイコン',

  // A new space or collection
  newContentHint: 'スペースは、1 つの履歴を持つページの集まりです。コレクションはスペースをまとめます。',
  importInstead: 'ドキュメントがすでに別の場所にありますか?',
  kind: '種類',
  inCollection: 'コレクション',
}
