import type { AskWords } from './en.ts'

export const ja: AskWords = {
  answering: 'ページを読んでいます…',
  noAnswer: '閲覧できるページには答えがありません。別の言葉で質問するか、単語で検索してください。',
  sources: '出典のページ',
  askNext: '次の質問',
}
