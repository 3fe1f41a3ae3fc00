import type { AskWords } from './en.ts'

export const ja: AskWords = {
  answering: 'ページを読んでいます…',
  noAnswer: '閲覧できるページには答えがありません。別の言葉で質問するか、単語で検索してください。',
  brokeOff: '回答はここで途切れており、完全ではありません。',
  askAgain: 'もう一度質問する',
  sources: '出典のページ',
  askNext: '次の質問',
  searchHint: 'ページを検索、または移動先を入力…',
  searching: '検索中…',
  searchNothing: (text) => `「${text}」は見つかりませんでした。`,
  searchFailed: 'ページを検索できませんでした。',
  morePages: 'さらにページを表示',
  results: '検索結果',
  toChoose: '選択',
  toOpen: '開く',
  toClose: '閉じる',
  askQuestion: (text) => `質問する：${text}`,
  newChangeRequest: (space) => `「${space}」に新しい変更リクエスト`,
  newSite: '新しいサイト',
}
