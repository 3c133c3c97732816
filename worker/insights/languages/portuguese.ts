import type { Topic } from '../../rules/review-features.ts'
import { type SharedWordings, toneOf, type Wordings } from '../drafts/languages/wordings-data.ts'
import type { LanguageData } from '../text/languages.ts'

export const PORTUGUESE: LanguageData = {
  functionWords: `o a os as um uma uns umas de do da dos das no na nos nas ao à aos às e ou mas que quem como quando onde é são era eram foi foram
ser sou está estão estava estavam estive há tem têm tinha ter tenho eu tu ele ela nós eles elas você vocês me te se nos lhe lhes meu
minha meus minhas seu sua seus suas nosso nossa este esta isto esse essa isso aquele aquela em com sem por para pelo pela pelos pelas sobre
entre até desde muito muita muitos muitas mais menos tão também tudo todo toda todos todas não nem já ainda porque pois nada nunca
pouco aqui ali lá fazer faz pode num numa`,
  negations: `não nunca jamais nada ninguém nenhum nenhuma sem nem tampouco`,
  contrasts: `mas porém contudo todavia embora enquanto entretanto exceto infelizmente apesar`,
  notTopics: `cobraram_me_duas cobraram_duas_vezes cobrou_duas_vezes cobrado_duas_vezes cobrada_duas_vezes cobrança_dupla
cobrança_em_dobro cobraram_em_dobro mal_posso_esperar mal_podemos_esperar o_cara os_caras um_cara esse_cara este_cara do_cara
cara_de caras_de cara_feia má_cara boa_cara cara_fechada cara_amarrada cara_a_cara de_cara na_cara na_minha_cara na_nossa_cara
tomar_conta toma_conta tomam_conta tomando_conta dar_conta dá_conta dão_conta dei_conta deu_conta demos_conta deram_conta
conta_com por_conta levar_em_conta leva_em_conta levando_em_conta ter_em_conta tendo_em_conta tenha_em_conta faz_de_conta
facilmente_acessível`,
  polarity: {
    4: `excelente* excepcional* excecional* fantástico* fantástica* incrível incríveis espetacular* maravilhos* perfeito* perfeita* impecável
impecáveis delicios* extraordinári* sensacional* divinal divino divina magnífic* cinco_estrelas`,
    3: `ótim* óptim* super adorei adoramos adoro amei recomendo recomendamos recomendad* recomendável melhor melhores voltarei voltaremos
muito_bom muito_boa muito_bons nota_10 nota_dez gostos* saboros* encantador* top`,
    2: `pechincha* em_conta económic* econômic* bom boa bons boas simpátic* atencios* atent* amável amáveis educad* prestativ*
acolhedor* agradável agradáveis profissional* profissionais
rápid* eficiente* eficaz limp* fresc* confortável confortáveis tranquil* bonit* lind* acessível acessíveis razoável justo generos* farto
qualidade obrigad* satisfeit* contente* confiança pontual pontuais honest* paciente gostei gostamos suculent* macio crocante* competente*
caprichad* cuidado 👍 😍 😊 ❤️ ❤ 🙏 😋`,
    1: `barato baratos baratinh* bem correto correta variedade variado central modern* prátic* decente*`,
    [-1]: `caro cara caros caras pequen* barulhent* barulho lent* lento espera esperar esperando esperamos demora demorad* demorou regular
antigo velho apertad* mediano fraco`,
    [-2]: `um_assalto mau má maus más ruim ruins mal frio fria frios frias sem_sabor insoss* seco seca secos secas queimad* cru
crua duro dura duros duras gordurent* salgad* caríssim* suj* desagradável
antipátic* mal_educad* grosseir* rude* incompetente* despreparad* dececion* decepcion* desilus* atraso* atrasad* erro* errad* esquec* ignor*
problema* reclama* queixa* quebrad* avariad* cheiro* fedor desorganizad* confusão infelizmente pena descaso arrogant* mediocre* medíocre* 👎 😡 😠 😞`,
    [-3]: `uma_barata cobraram_me_duas cobraram_duas_vezes cobrou_duas_vezes cobrado_duas_vezes cobrada_duas_vezes cobrança_dupla
cobrança_em_dobro cobraram_em_dobro
horrível horríveis terrível terríveis péssim* nojent* nojo desastre* vergonha vergonhos* burla* golpe roubo ladrões inaceitável
nunca_mais não_recomendo não_volt* pior piores intoxicação barata_no baratas mofo bolor intragável lamentável fujam evitem lixo insult*
gritou gritaram`,
  },
}

export const PORTUGUESE_TOPICS: Record<Topic, string> = {
  staff: `insult* gritou gritaram pessoal funcionári* empregado* empregada* garçom garçons garçonete* atendente* dono dona donos equipe equipa gerente*
rececionista* recepcionista* vendedor* caixa médico* médica doutor doutora dentista* enfermeir* cabeleireir* técnico*
canalizador encanador mecânico* entregador* simpátic* antipátic* educad* mal_educad* grosseir* atendimento chef
cozinheir*`,
  service: `serviço serviços servido atendimento atendid* atenderam`,
  waiting: `espera esperar esperando esperamos esperei demora* demorou demorad* lento lenta fila filas hora horas minutos rápid*
rapidez`,
  price: `preço preços caro cara caros caras caríssim* barat* acessível em_conta económic* econômic* conta fatura faturas custo*
custa custam custar custaram custou cobr* pagar paga pagas pagam pagamos paguei pagou euro euros reais dinheiro no_bolso do_bolso
ao_bolso custo_benefício qualidade_preço orçamento* desconto* promoção promoções pechincha* taxa* couvert suplemento um_assalto
um_roubo`,
  cleanliness: `uma_barata limp* limpeza suj* sujeira sujidade higien* pó poeira cheiro* manchas barata_no baratas mofo bolor lixo
nojo nojent*`,
  location: `localização localizado localizada situado zona central centro perto metro metrô`,
  parking: `estacionamento estacionar estacionei parque_de garagem`,
  booking: `reserva reservas reservar reservei marcação marcar marquei agendamento agendar agendei consulta_marcada cancel*`,
  atmosphere: `ambiente atmosfera decoração decorado música barulho barulhent* ruído tranquil* acolhedor* aconchegante iluminação`,
  premises: `mesa mesas esplanada local salão jardim balcão bar sala espaço banheiro* casa_de_banho instalações prédio cadeiras`,
  communication: `comunicação telefone telefon* ligar liguei ligaram respond* resposta* email mensagem explic* explicação informação
informaram whatsapp`,
  quality: `qualidade material materiais quebrad* partido defeituos* defeito* resistente`,
  food: `comida comidas prato pratos cozinha comer comemos jantar almoço almoçar lanche refeição refeições sobremesa* entrada
entradas sabor* saboros* delicios* gostos* carne* peixe* bacalhau frango marisco* camarão pizza* hambúrguer*
hamburguer* batata* salada* sopa* queijo* pão molho* dose porção porções arroz feijão bolo* gelado* sorvete* vinho*
cerveja* café bebida* petisco*`,
  drinks: `bebida* vinho* cerveja* café cocktail* caipirinha* água sumo suco refrigerante*`,
  menu: `menu cardápio ementa carta opções variedade`,
  order: `pedido* pedi pedimos errado errada erro* trocad* trocaram esquec* faltava faltou faltando`,
  safety: `perigos* insegur* segurança polícia roubo roubaram assalto`,
  room: `quarto quartos casa_de_banho banheiro chuveiro duche varanda vista toalhas ar_condicionado televisão móveis elevador
suíte`,
  sleep: `cama camas colchão colchões travesseiro* almofada* dormir dormimos dormi descanso lençóis`,
  breakfast: `pequeno_almoço café_da_manhã buffet bufê`,
  facilities: `piscina* spa academia ginásio sauna wifi internet instalações elevador`,
  check_in: `check_in check_out receção recepção chegada chave chaves bagagem malas`,
  selection: `variedade sortido estoque stock produtos marcas tamanhos gama opções`,
  returns: `devolução devoluções devolver devolv* troca trocas trocar reembols* garantia*`,
  delivery: `entrega* entregue entregaram encomenda* envio embalagem domicílio delivery`,
  treatment: `tratamento* diagnóstico* consulta* exame* cirurgia operação dor dores doeu limpeza_dentária canal receita medicação
terapia*`,
  workmanship: `trabalho trabalhos reparação reparo reparos consert* arranjo instalação instalar* instalado obra* avaria* acabamento*
oficina travões freios pneus óleo motor pintura`,
  honesty: `honest* honestidade confiança burla* golpe engan* mentir* mentira transparên* sério seriedade`,
  punctuality: `pontual* pontualidade atrasad* atraso* a_tempo no_horário prazo*`,
  styling: `corte cortes cabelo cor tinta madeixas mechas luzes balayage penteado* barba unhas manicure pedicure depilação
sobrancelhas pestanas cílios massagem massagens`,
}

const SHARED: SharedWordings = {
  openings: {
    mixed: [
      'Obrigado por nos contar com sinceridade como foi.',
      'Obrigado por uma avaliação tão sincera.',
      'Obrigado pelo tempo que dedicou à avaliação.',
      'Obrigado pela {visit} e pela franqueza.',
      'A sua opinião sincera é uma grande ajuda.',
    ],
    mixed_unwritten: [
      'Obrigado pela avaliação.',
      'Obrigado pela {visit} e pela avaliação.',
      'Obrigado pelas estrelas. O que faltou?',
      'Lamentamos que nem tudo tenha sido como esperava.',
    ],
    apology: [
      'Lamentamos muito.',
      'Pedimos desculpa pela má experiência.',
      'Pedimos desculpa pelo que aconteceu.',
      'Obrigado por nos contar. Lamentamos muito.',
      'Não é isto que queremos para os nossos clientes, e pedimos desculpa.',
    ],
    apology_unwritten: [
      'Lamentamos que a experiência não tenha sido boa.',
      'Pedimos desculpa por não termos feito melhor.',
      'Obrigado pela avaliação. Lamentamos não ter merecido mais.',
    ],
  },
  complaint: [
    'Levamos a sério o que diz sobre {topic}.',
    'Obrigado por falar com franqueza sobre {topic}.',
    'O que conta sobre {topic} não nos é indiferente.',
    'Fez bem em falar sobre {topic}.',
  ],
  regret: [
    'Lamentamos ler isto sobre {topic}.',
    'Obrigado pela franqueza sobre {topic}.',
    'Lamentamos o que conta sobre {topic}.',
  ],
  nextSteps: {
    mixed: [
      'Se quiser, conte-nos mais.',
      'Se quiser falar sobre isso, escreva-nos.',
      'Gostaríamos muito de uma segunda oportunidade.',
      'Se houver mais alguma coisa que devamos saber, diga-nos.',
    ],
    apology: [
      'Se quiser falar sobre isso, escreva-nos diretamente.',
      'Gostaríamos de conversar sobre isso.',
      'Escreva-nos, por favor: queremos saber o que aconteceu.',
    ],
    farewell: [
      'Desejamos-lhe tudo de bom.',
      'Estamos aqui para o que precisar.',
      'Estamos sempre ao dispor.',
    ],
  },
  blanks: ['[Diga o que fez ou vai fazer.]', '[Qual é o próximo passo?]', '[O que vai mudar?]'],
}

export const PORTUGUESE_WORDINGS: Wordings = {
  tones: {
    friendly: toneOf(SHARED, {
      greetings: ['Olá, {name},', 'Olá, {name}!', 'Bom dia, {name},'],
      nameless: ['Olá,', 'Olá!', 'Bom dia,'],
      praise: [
        'Muito obrigado pela {visit} e por uma avaliação tão bonita!',
        'A sua avaliação alegrou o nosso dia!',
        'Que bom ler isto!',
        'Ficamos muito contentes por ter gostado.',
        'Obrigado de coração, significa muito para nós.',
        'Obrigado pelo tempo e pelas palavras tão simpáticas.',
      ],
      praiseUnwritten: [
        'Muito obrigado por uma avaliação tão boa!',
        'Obrigado pelas estrelas, ficamos muito contentes.',
        'Que bom que ficou contente.',
        'Obrigado, a sua avaliação significa muito.',
      ],
      topicPraise: [
        'É uma alegria ler o que diz sobre {topic}.',
        'Obrigado pelas palavras simpáticas sobre {topic}.',
        'Ficamos muito contentes com o que diz sobre {topic}.',
      ],
      nextPraise: [
        'Até breve!',
        'Esperamos que volte em breve.',
        'Volte quando quiser.',
        'Até uma próxima vez!',
      ],
      signOffs: ['Cumprimentos,\n{business}', 'Com os nossos cumprimentos,\n{business}'],
    }),
    formal: toneOf(SHARED, {
      greetings: ['Bom dia, {name},', 'Olá, {name},'],
      nameless: ['Bom dia,'],
      praise: [
        'Agradecemos a sua {visit} e a amável avaliação.',
        'Agradecemos muito as suas palavras.',
        'A sua avaliação deixou-nos muito satisfeitos.',
        'É um prazer saber que gostou.',
        'Agradecemos o tempo que dedicou a esta avaliação.',
      ],
      praiseUnwritten: [
        'Agradecemos a sua excelente avaliação.',
        'A sua avaliação deixa-nos muito satisfeitos.',
        'Agradecemos a sua {visit} e a avaliação.',
      ],
      topicPraise: [
        'Agradecemos em especial as palavras sobre {topic}.',
        'É um prazer ler o que diz sobre {topic}.',
        'O seu comentário sobre {topic} deixa-nos muito satisfeitos.',
      ],
      nextPraise: [
        'Será um prazer voltar a receber a sua visita.',
        'Esperamos que volte em breve.',
        'A nossa porta está sempre aberta.',
      ],
      signOffs: ['Atenciosamente,\n{business}', 'Com os melhores cumprimentos,\n{business}'],
    }),
    brief: toneOf(SHARED, {
      greetings: ['Olá, {name},', 'Bom dia, {name},'],
      nameless: ['Olá,', 'Bom dia,'],
      praise: [
        'Obrigado pela {visit}.',
        'Obrigado pela avaliação.',
        'Ficamos contentes.',
        'Que bom que gostou.',
        'Obrigado, que bom ler isto.',
      ],
      praiseUnwritten: [
        'Obrigado pela avaliação.',
        'Obrigado pelas estrelas.',
        'Ficamos contentes, obrigado.',
      ],
      topicPraise: ['Obrigado pelas palavras sobre {topic}.', 'É bom ler o que diz sobre {topic}.'],
      nextPraise: ['Até breve!', 'Até uma próxima vez.', 'Volte quando quiser.'],
      signOffs: ['{business}', 'Cumprimentos, {business}'],
    }),
  },
  topicNames: {
    staff: ['o nosso pessoal', 'o atendimento que recebeu'],
    service: ['o nosso atendimento', 'o nosso atendimento'],
    waiting: ['a nossa rapidez', 'a espera'],
    price: ['os nossos preços', 'os nossos preços'],
    cleanliness: ['a limpeza', 'a limpeza'],
    location: ['a nossa localização', 'a nossa localização'],
    parking: ['o estacionamento', 'o estacionamento'],
    booking: ['a reserva', 'a reserva'],
    atmosphere: ['o ambiente', 'o ambiente'],
    premises: ['o nosso espaço', 'o nosso espaço'],
    communication: ['a nossa comunicação', 'a nossa comunicação'],
    quality: ['a qualidade', 'a qualidade'],
    food: ['a nossa comida', 'a comida'],
    drinks: ['as nossas bebidas', 'as bebidas'],
    menu: ['a nossa carta', 'a nossa carta'],
    order: ['o seu pedido', 'o seu pedido'],
    room: ['o quarto', 'o quarto'],
    sleep: ['o seu descanso', 'o seu descanso'],
    breakfast: ['o nosso pequeno-almoço', 'o pequeno-almoço'],
    facilities: ['as nossas instalações', 'as nossas instalações'],
    check_in: ['o check-in', 'o check-in'],
    selection: ['a nossa variedade', 'a nossa variedade'],
    returns: ['a devolução', 'a devolução'],
    delivery: ['a nossa entrega', 'a nossa entrega'],
    workmanship: ['o nosso trabalho', 'o nosso trabalho'],
    honesty: ['a nossa honestidade', 'a nossa honestidade'],
    punctuality: ['a nossa pontualidade', 'a nossa pontualidade'],
    styling: ['o resultado', 'o resultado'],
  },
  and: 'e',
  visit: 'visita',
  trust: 'confiança',
  visits: {},
  delicateTerms: `advogad* processo_judicial tribunal* denúnci* denunci* queixa_crime intoxic* envenen* vomit* doente* hospital hospitais urgências ambulância* alergi* alérgic* ferid* infeção infecção infetad* infecc*
acidente* perigos* discrimin* racis* sexis* homofób* antissemit* asséd* ameaç* violên* violent* agred* polícia* roubo roubado roubaram furto burla* percevejo*
barata* rato ratos ratazana* bolor mofo diagnóstic* negligên* grávida* deficiên* cadeira_de_rodas
febre* náusea* diarreia* desmai* asma enfarte mal_disposto mal_disposta dor_de_barriga`,
  hedges: `normal normais razoáv* mais_ou_menos aceitáv* assim_assim teria teriam seria seriam concorrência`,
  namesFollow: null,
}
