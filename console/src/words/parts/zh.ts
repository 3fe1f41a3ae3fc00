import type { PartsWords } from './en.ts'

export const zh: PartsWords = {
  copy: '复制',
  copied: '已复制',
  copyOf: (label) => `复制：${label}`,
  copyByHand: '浏览器无法在此复制。请自行复制选中的文本。',
  enterSaves: '按 Enter 保存，按 Esc 撤回',

  // Lists and trees that people sort
  spaceActions: (title) => `空间 ${title} 的操作`,
  collectionActions: (title) => `集合 ${title} 的操作`,
  moveUp: '上移',
  moveDown: '下移',
  moveInto: (title) => `移入“${title}”`,
  moveOut: (title) => `移出“${title}”`,
  moved: {
    before: (item, target) => `“${item}”已移到“${target}”之前。`,
    after: (item, target) => `“${item}”已移到“${target}”之后。`,
    inside: (item, target) => `“${item}”已移入“${target}”。`,
  },
  notMoved: (item) => `“${item}”未能移动。`,

  // The icon beside a title
  chooseSign: '选择图标',
  noSign: '无',
  removeSign: '移除图标',
  findSign: '查找图标',
  findSignHint: '输入英文单词或表情符号本身。',
  noSignFound: '没有这个名称的图标。',
  emoji: '表情符号',
  emojis: '表情符号',
  icons: '图标',

  // A new space or collection
  newContentHint: '空间是共有一份历史记录的一组页面。集合用来归类空间。',
  importInstead: '已经有现成的文档了？',
  kind: '类型',
  inCollection: '所在集合',
}
