import type { LanguageData } from '../languages.ts'

export const ITALIAN: LanguageData = {
  functionWords: `il lo la i gli le l un uno una di del dello della dei degli delle dell a al allo alla ai agli alle all da dal dalla dai in nel
nello nella nei nelle con su sul sulla per tra fra e ed o ma che chi cui come quando dove è sono era erano stato stata stati siamo sei
ho hai ha abbiamo hanno avevo aveva avere essere io tu lui lei noi voi loro mi ti si ci vi ne mio mia miei suo sua nostro nostra questo
questa questi quello quella non né più meno molto molta molti tanto tutto tutta tutti anche già ancora sempre mai niente nulla qui
perché quindi se poi poco fatto fare c d`,
  negations: `non mai niente nulla nessuno nessuna nessun senza né neanche nemmeno neppure`,
  contrasts: `ma però tuttavia anche_se sebbene nonostante mentre eppure purtroppo peccato`,
  notTopics: `vediamo_l'ora non_vediamo_l`,
  polarity: {
    4: `eccellente* eccellenti eccezional* fantastic* incredibil* spettacolar* meraviglios* perfett* ottim* squisit* delizios* straordinari*
impeccabil* favolos* magnific* strepitos* buonissim* cinque_stelle`,
    3: `super consigliatissim* consiglio consigliato consigliata consigliati da_consigliare stupend* bellissim* gentilissim* bravissim* migliore
migliori il_top torneremo tornerò ci_torn* molto_buon* sublime* complimenti adoro`,
    2: `buon buono buona buoni buone gentil* simpatic* cordial* disponibil* accoglient* attent* premuros* professional* competent* veloc* rapid* efficient*
pulit* curat* fresc* comod* tranquill* bell* carin* convenient* onest* ragionevol* abbondant* gustos* saporit* tenero tenera croccant*
qualità grazie soddisfatt* content* piaciut* piacevol* puntual* pazient* brav* cortes* preparat* genuin* 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `bene discret* corrett* varietà vario central* modern* pratic*`,
    [-1]: `caro cara cari care piccol* rumoros* rumore lento lenta lenti lente attesa attese aspettare aspettato aspettando vecchi* nella_media stretto stretta
così_così mediocr*`,
    [-2]: `cattiv* fredd* insipid* secc* bruciat* crud* duro dura duri dure unt* salatissim* troppo_car* carissim* sporc* trascurat* sgradevol* antipatic* maleducat*
scortes* sgarbat* scostant* incompetent* poco_professional* delus* delusion* ritard* error* sbagliat* dimentica* ignorat* problem* lamentel*
rott* guast* odore puzza puzzava disorganizzat* confusion* peccato purtroppo scadent* scars* arrogant* male 👎 😡 😠 😞`,
    [-3]: `orribil* terribil* pessim* schifo schifos* disgustos* disastr* vergogn* truff* ladri furto inaccettabil* mai_più non_torn*
non_consiglio sconsigli* peggio peggior* intossicazion* scarafagg* muffa immangiabil* evitare evitate scandalos*`,
  },
}
