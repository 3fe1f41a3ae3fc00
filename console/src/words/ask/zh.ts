import type { AskWords } from './en.ts'

export const zh: AskWords = {
  answering: '正在阅读页面…',
  noAnswer: '您能阅读的页面中没有答案。请换一种说法提问，或搜索单个词语。',
  brokeOff: '回答在此中断，内容不完整。',
  askAgain: '再次提问',
  sources: '来自以下页面',
  askNext: '接着问',
  searchHint: '搜索页面，或前往…',
  searching: '正在搜索…',
  searchNothing: (text) => `没有找到“${text}”。`,
  searchFailed: '无法搜索页面。',
  morePages: '显示更多页面',
  results: '结果',
  toChoose: '选择',
  toOpen: '打开',
  toClose: '关闭',
  askQuestion: (text) => `提问：${text}`,
  newChangeRequest: (space) => `在“${space}”中新建变更请求`,
  newSite: '新建站点',
}
