import { testSiteCheck } from '../test-site-check.ts'
import type { TestPage } from '../test-site-facts.ts'
import { duplicateContentNear } from './duplicate-content-near.ts'

const alikeTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Similarity (shared 5-word sequences)',
  columns: ['Page', 'Page', 'Similarity'],
  rows,
})
const differenceTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'First difference',
  columns: ['Page', 'Text'],
  rows,
})
const urlTable = (...rows: string[][]) => ({
  kind: 'table',
  label: 'Pages',
  columns: ['URL', 'Crawl depth', 'Inlinks'],
  rows,
})
const [a, b, c] = ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] as const

/** A text of 300 words of which each is its own, with some of them replaced. */
function textWith(replacements: Record<number, string> = {}, prefix = 'word'): string {
  return Array.from({ length: 300 }, (_, index) => replacements[index] ?? `${prefix}${index}`).join(' ')
}
const original = textWith()
/** From the text above, the words from one position to before another. */
const words = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `word${from + index}`)
/** One word changes five of 296 sequences: 291 of 301 are common, 96 %. */
const nearly = textWith({ 100: 'other' })
/** Six words far apart change 30: 266 of 326 are common, 81 %. */
const half = textWith({ 10: 'a', 60: 'b', 110: 'c', 160: 'd', 210: 'e', 260: 'f' })

const pages = (...texts: (string | Partial<TestPage>)[]) => ({
  pages: texts.map((text, index) => ({
    url: [a, b, c][index] ?? '',
    ...(typeof text === 'string' ? { mainText: text } : text),
  })),
})
const page = (mainText: string, more: Partial<TestPage>): TestPage => ({ url: b, mainText, ...more })

testSiteCheck(duplicateContentNear, {
  passes: {
    'texts that have nothing in common': pages(original, textWith({}, 'other')),
    'texts that are alike by less than 90 %': pages(original, half),
    // Sixteen of 296 sequences differ: 280 of 312 are common.
    'texts that are alike by 89.7 %': pages(original, textWith({ 0: 'a', 60: 'b', 120: 'c', 180: 'd' })),
    'equal texts, which are reported as such': pages(original, original),
    'texts below 100 words': pages('few words '.repeat(40), 'few words '.repeat(41)),
    'texts in two languages': pages(original, page(nearly, { lang: 'de' })),
    'language versions of each other': pages(original, page(nearly, { alternates: [a] })),
    'pages of one list by rel=next': pages(original, page(nearly, { url: `${a}/2`, paginationUrls: [a] })),
    'pages of one list by their URLs': pages(original, page(nearly, { url: `${a}?page=2` })),
    'a page that names another as canonical': pages(original, page(nearly, { isEligible: false, canonicalUrl: a })),
    'a text that was not kept': pages({ url: a, textHash: 'aa' }, { url: b, textHash: 'bb' }),
  },
  fails: {
    'texts that differ in one word of 300': {
      site: pages(original, nearly),
      finds: [
        {
          url: a,
          severity: 'warning',
          message: `Duplicate content: 2 pages have nearly the same main content (96 % similar), such as ${a}`,
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { duplicateUrls: [a, b] },
          evidence: [
            alikeTable([a, b, '96 %']),
            differenceTable(
              [a, `… ${original.split(' ').slice(95, 125).join(' ')} …`],
              [b, `… ${nearly.split(' ').slice(95, 125).join(' ')} …`],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            urlTable(['https://site.test/a', '–', '0'], ['https://site.test/b', '–', '0']),
          ],
        },
      ],
    },
    'texts that are alike by exactly 90 %': {
      site: pages(words(0, 194).join(' '), words(0, 194).with(60, 'a').with(120, 'b').join(' ')),
      finds: [
        {
          url: a,
          message: `Duplicate content: 2 pages have nearly the same main content (90 % similar), such as ${a}`,
          affectedUrls: [a, b],
          details: { duplicateUrls: [a, b] },
          evidence: [
            alikeTable([a, b, '90 %']),
            differenceTable([a, `… ${words(55, 85).join(' ')} …`], [b, `… ${words(55, 85).with(5, 'a').join(' ')} …`]),
            { kind: 'url', label: 'Page with the most inlinks', url: a },
            urlTable([a, '–', '0'], [b, '–', '0']),
          ],
        },
      ],
    },
    'texts that differ in a comma, behind the fifth word': {
      site: pages(original, original.replace('word5', 'word5,')),
      finds: [
        {
          url: a,
          message: `Duplicate content: 2 pages have nearly the same main content (the same words in the same order), such as ${a}`,
          affectedUrls: [a, b],
          details: { duplicateUrls: [a, b] },
          evidence: [
            alikeTable([a, b, '100 %']),
            differenceTable([a, `${words(0, 30).join(' ')} …`], [b, `${words(0, 30).with(5, 'word5,').join(' ')} …`]),
            { kind: 'url', label: 'Page with the most inlinks', url: a },
            urlTable([a, '–', '0'], [b, '–', '0']),
          ],
        },
      ],
    },
    'a text that goes on where the other ends': {
      site: pages(words(0, 300).join(' '), words(0, 301).join(' ')),
      finds: [
        {
          url: a,
          message: `Duplicate content: 2 pages have nearly the same main content (99 % similar), such as ${a}`,
          affectedUrls: [a, b],
          details: { duplicateUrls: [a, b] },
          evidence: [
            alikeTable([a, b, '99 %']),
            differenceTable([a, `… ${words(295, 300).join(' ')}`], [b, `… ${words(295, 301).join(' ')}`]),
            { kind: 'url', label: 'Page with the most inlinks', url: a },
            urlTable([a, '–', '0'], [b, '–', '0']),
          ],
        },
      ],
    },
    'texts that differ in the 25th word from the end, beside one in another language': {
      site: pages(words(0, 300).join(' '), words(0, 300).with(275, 'other').join(' '), {
        mainText: words(0, 300).with(6, 'third').join(' '),
        lang: 'de',
      }),
      finds: [
        {
          url: a,
          message: `Duplicate content: 2 pages have nearly the same main content (96 % similar), such as ${a}`,
          affectedUrls: [a, b],
          details: { duplicateUrls: [a, b] },
          evidence: [
            alikeTable([a, b, '96 %']),
            differenceTable(
              [a, `… ${words(270, 300).join(' ')}`],
              [b, `… ${words(270, 300).with(5, 'other').join(' ')}`],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: a },
            urlTable([a, '–', '0'], [b, '–', '0']),
          ],
        },
      ],
    },
    'three pages that are alike, in one finding': {
      site: pages(original, nearly, textWith({ 200: 'third' })),
      finds: [
        {
          url: a,
          message:
            'Duplicate content: 3 pages have nearly the same main content (at least 96 % similar), such as https://site.test/a',
          affectedUrls: [a, b, c],
          affectedCount: 3,
          details: { duplicateUrls: ['https://site.test/a', 'https://site.test/b', 'https://site.test/c'] },
          evidence: [
            alikeTable(
              ['https://site.test/a', 'https://site.test/b', '96 %'],
              ['https://site.test/a', 'https://site.test/c', '96 %'],
            ),
            differenceTable(
              [
                'https://site.test/a',
                '… word95 word96 word97 word98 word99 word100 word101 word102 word103 word104 word105 word106 word107 word108 word109 word110 word111 word112 word113 word114 word115 word116 word117 word118 word119 word120 word121 word122 word123 word124 …',
              ],
              [
                'https://site.test/b',
                '… word95 word96 word97 word98 word99 other word101 word102 word103 word104 word105 word106 word107 word108 word109 word110 word111 word112 word113 word114 word115 word116 word117 word118 word119 word120 word121 word122 word123 word124 …',
              ],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            urlTable(
              ['https://site.test/a', '–', '0'],
              ['https://site.test/b', '–', '0'],
              ['https://site.test/c', '–', '0'],
            ),
          ],
        },
      ],
    },
    'two groups, each': {
      site: {
        pages: ['word', 'other'].flatMap(prefix => [
          { url: `https://site.test/${prefix}`, mainText: textWith({}, prefix) },
          { url: `https://site.test/${prefix}-copy`, mainText: textWith({ 7: 'changed' }, prefix) },
        ]),
      },
      finds: [
        {
          url: 'https://site.test/word',
          message:
            'Duplicate content: 2 pages have nearly the same main content (96 % similar), such as https://site.test/word',
          affectedUrls: ['https://site.test/word', 'https://site.test/word-copy'],
          details: { duplicateUrls: ['https://site.test/word', 'https://site.test/word-copy'] },
          evidence: [
            alikeTable(['https://site.test/word', 'https://site.test/word-copy', '96 %']),
            differenceTable(
              [
                'https://site.test/word',
                '… word2 word3 word4 word5 word6 word7 word8 word9 word10 word11 word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23 word24 word25 word26 word27 word28 word29 word30 word31 …',
              ],
              [
                'https://site.test/word-copy',
                '… word2 word3 word4 word5 word6 changed word8 word9 word10 word11 word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22 word23 word24 word25 word26 word27 word28 word29 word30 word31 …',
              ],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/word' },
            urlTable(['https://site.test/word', '–', '0'], ['https://site.test/word-copy', '–', '0']),
          ],
        },
        {
          url: 'https://site.test/other',
          message:
            'Duplicate content: 2 pages have nearly the same main content (96 % similar), such as https://site.test/other',
          affectedUrls: ['https://site.test/other', 'https://site.test/other-copy'],
          details: { duplicateUrls: ['https://site.test/other', 'https://site.test/other-copy'] },
          evidence: [
            alikeTable(['https://site.test/other', 'https://site.test/other-copy', '96 %']),
            differenceTable(
              [
                'https://site.test/other',
                '… other2 other3 other4 other5 other6 other7 other8 other9 other10 other11 other12 other13 other14 other15 other16 other17 other18 other19 other20 other21 other22 other23 other24 other25 other26 other27 other28 other29 other30 other31 …',
              ],
              [
                'https://site.test/other-copy',
                '… other2 other3 other4 other5 other6 changed other8 other9 other10 other11 other12 other13 other14 other15 other16 other17 other18 other19 other20 other21 other22 other23 other24 other25 other26 other27 other28 other29 other30 other31 …',
              ],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/other' },
            urlTable(['https://site.test/other', '–', '0'], ['https://site.test/other-copy', '–', '0']),
          ],
        },
      ],
    },
    'a group of equal pages by its first member': {
      site: pages(original, original, nearly),
      finds: [
        {
          url: a,
          message:
            'Duplicate content: 2 pages have nearly the same main content (96 % similar), such as https://site.test/a',
          affectedUrls: [a, c],
          details: { duplicateUrls: ['https://site.test/a', 'https://site.test/c'] },
          evidence: [
            alikeTable(['https://site.test/a', 'https://site.test/c', '96 %']),
            differenceTable(
              [
                'https://site.test/a',
                '… word95 word96 word97 word98 word99 word100 word101 word102 word103 word104 word105 word106 word107 word108 word109 word110 word111 word112 word113 word114 word115 word116 word117 word118 word119 word120 word121 word122 word123 word124 …',
              ],
              [
                'https://site.test/c',
                '… word95 word96 word97 word98 word99 other word101 word102 word103 word104 word105 word106 word107 word108 word109 word110 word111 word112 word113 word114 word115 word116 word117 word118 word119 word120 word121 word122 word123 word124 …',
              ],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            urlTable(['https://site.test/a', '–', '0'], ['https://site.test/c', '–', '0']),
          ],
        },
      ],
    },
    'texts without spaces between words': {
      site: pages(
        { url: a, mainText: wideText(), wordCount: 300 },
        { url: b, mainText: wideText('椅'), wordCount: 300 },
      ),
      finds: [
        {
          url: a,
          message:
            'Duplicate content: 2 pages have nearly the same main content (97 % similar), such as https://site.test/a',
          affectedUrls: ['https://site.test/a', 'https://site.test/b'],
          details: { duplicateUrls: ['https://site.test/a', 'https://site.test/b'] },
          evidence: [
            alikeTable(['https://site.test/a', 'https://site.test/b', '97 %']),
            differenceTable(
              [
                'https://site.test/a',
                '一万与丕东丣个丱丸丿乆乍乔乛乢乩买乷乾亅二亓亚亡亨亯亶亽仄介仒仙仠仧仮仵仼伃伊休优伟伦伭伴伻佂佉佐佗佞佥佬佳佺侁侈侏侖依侤侫侲侹俀俇俎俕俜俣俪俱俸俿倆倍倔倛倢倩倰倷倾偅偌偓做偡偨偯偶偽傄傋傒備傠傧傮債傼僃僊僑僘僟僦僭僴僻儂儉儐儗儞儥儬儳儺允先兏兖兝兤八兲兹冀冇冎冕农冣冪冱冸冿准凍凔凛凢凩凰凷凾刅刌刓刚刡刨刯制刽剄剋剒剙剠剧剮創剼劃劊劑劘功劦劭労劻勂勉勐勗勞勥勬勳勺匁匈匏化匝匤匫匲匹區升华单卜卣卪危卸卿历厍厔厛厢厩厰厷厾叅双叓叚叡叨可叶叽各吋吒吙吠吧吮吵吼呃告呑员呟呦呭呴呻咂咉咐咗咞咥咬咳咺品哈哏哖哝哤哫哲哹唀唇唎唕唜唣唪唱唸唿商啍啔啛啢啩啰啷啾喅喌喓喚喡喨喯営喽嗄嗋嗒嗙嗠嗧嗮嗵嗼嘃嘊嘑嘘嘟嘦嘭嘴嘻噂噉噐噗噞噥噬噳噺嚁嚈嚏嚖嚝嚤嚫嚲嚹囀囇囎囕囜団囪囱囸囿圆圍圔圛圢圩地圷圾坅坌坓坚坡坨坯坶坽垄型垒垙垠垧垮垵垼埃埊埑埘域埦埭埴埻堂堉堐堗堞堥堬堳堺塁塈塏塖塝塤填塲塹墀墇墎墕墜墣墪墱墸墿壆壍壔壛壢壩',
              ],
              [
                'https://site.test/b',
                '一万与丕东丣个丱丸丿乆乍乔乛乢乩买乷乾亅二亓亚亡亨亯亶亽仄介仒仙仠仧仮仵仼伃伊休优伟伦伭伴伻佂佉佐佗佞佥佬佳佺侁侈侏侖依侤侫侲侹俀俇俎俕俜俣俪俱俸俿倆倍倔倛倢倩倰倷倾偅偌偓做偡偨偯偶偽傄傋傒備傠傧傮債傼僃僊僑僘僟僦僭僴僻儂儉儐儗儞儥儬儳儺允先兏兖兝兤八兲兹冀冇冎冕农冣冪冱冸冿准凍凔凛凢凩凰凷凾刅刌刓刚刡刨刯制刽剄剋剒剙剠剧剮創剼劃劊劑劘功劦劭労劻勂勉勐勗勞勥勬勳勺匁匈匏化匝匤匫匲匹區升华单卜卣卪危椅卿历厍厔厛厢厩厰厷厾叅双叓叚叡叨可叶叽各吋吒吙吠吧吮吵吼呃告呑员呟呦呭呴呻咂咉咐咗咞咥咬咳咺品哈哏哖哝哤哫哲哹唀唇唎唕唜唣唪唱唸唿商啍啔啛啢啩啰啷啾喅喌喓喚喡喨喯営喽嗄嗋嗒嗙嗠嗧嗮嗵嗼嘃嘊嘑嘘嘟嘦嘭嘴嘻噂噉噐噗噞噥噬噳噺嚁嚈嚏嚖嚝嚤嚫嚲嚹囀囇囎囕囜団囪囱囸囿圆圍圔圛圢圩地圷圾坅坌坓坚坡坨坯坶坽垄型垒垙垠垧垮垵垼埃埊埑埘域埦埭埴埻堂堉堐堗堞堥堬堳堺塁塈塏塖塝塤填塲塹墀墇墎墕墜墣墪墱墸墿壆壍壔壛壢壩',
              ],
            ),
            { kind: 'url', label: 'Page with the most inlinks', url: 'https://site.test/a' },
            urlTable(['https://site.test/a', '–', '0'], ['https://site.test/b', '–', '0']),
          ],
        },
      ],
    },
  },
})

function wideText(replacement?: string): string {
  const characters = Array.from({ length: 400 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7))
  if (replacement !== undefined) characters[200] = replacement
  return characters.join('')
}
