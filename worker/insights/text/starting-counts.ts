/**
 * In how many positive and how many negative sentences a term is, then the terms; of 1609 and 1846 sentences about
 * restaurants. Counted from MAMS-ACSA (Jiang et al. 2019, Apache-2.0) and Sentiment Labelled Sentences (Kotzias et al. 2015,
 * CC BY 4.0), see NOTICE. Written by scripts/starting-counts.ts.
 */
export const STARTING_SENTENCES = [1609, 1846] as const
export const STARTING_TERMS = `0 10 NOT_check|NOT_know NOT_the|ignored us|no NOT_one|smaller|the middle|waitress had
0 11 NOT_offered|dropped|hour and|waited for|waiter had
0 12 NOT_bring|at us|half an|literally|rushed
0 13 NOT_did|minutes later|never NOT_came|rudely
0 14 asked to|waiter did|was slow|were told
0 15 after waiting
0 16 NOT_came
0 17 the wrong
0 18 tried to|trying to
0 19 and did
0 21 finished
1 11 NOT_again|NOT_make|NOT_once|NOT_service|NOT_them|NOT_waiter|at best|bland|he could|only to|should have|to avoid|to flag|us our|wanted to
1 12 NOT_want NOT_to|flag|for water|if the|they could|waitress to|was no|were still
1 13 NOT_dessert|and she|change|horrible|mediocre|paying
1 14 and not|asked us|table to|the worst
1 15 not NOT_like|took our
1 16 limited|order and
1 18 and after|ignored|saw|worst
1 19 trying
1 20 waiter to
1 26 it took
1 31 wrong
1 41 empty
10 0 is great|selection of|very nice
10 1 love the|stop|where you
10 2 a date|blue|calamari|cooked|interesting|light|very good
10 23 of us
10 25 entire
10 28 were not
10 31 to us
10 32 once
10 60 an hour
103 215 table
103 291 us
106 82 very
106 90 like
11 0 comfortable|so good|wonderful
11 1 enjoy the|friendly and|i love|places|sat at
11 2 atmosphere was|makes
11 24 tried
11 28 to our|we waited
11 3 black|traditional|world
11 30 table and
11 31 waiting for
11 32 NOT_it
11 33 NOT_be
11 34 NOT_of|arrived|not NOT_have
11 44 for our
11 52 NOT_for
11 87 when we
110 96 from
117 101 on the
117 109 place
118 102 or
119 92 the food
12 0 care|cozy|everything on
12 1 fast|sandwiches|street|suggested|tasting menu
12 2 seafood|the decor
12 3 cocktails
12 32 bring
12 33 average
12 34 to order
12 35 him
12 37 and then
12 4 casual|lobster
12 45 NOT_have
12 69 ask
121 6 great
127 42 good
128 115 at the
13 0 lovely|mexican
13 1 american|authentic|great place|offers|romantic
13 2 beautiful|share
13 27 that i
13 3 burgers|cuisine|happy
13 30 menus
13 31 should
13 38 we did
13 4 real
13 5 short|wines
133 115 the bar
137 206 they
14 0 awesome|helpful|pleasant
14 1 japanese
14 2 value
14 3 city|quick|salmon
14 32 to take
14 33 that we
14 34 the only
14 37 away
14 4 live|was good
14 5 cocktail|staff was|wine list
14 51 times
14 53 waited
14 6 priced
14 99 had to
148 203 my
15 0 enjoyed
15 1 cool|fried|spicy
15 3 ingredients|town
15 4 decent|food the
15 48 half
15 5 house
15 6 and have|soup
15 71 check
15 77 water
15 97 told
150 424 our
156 317 were
16 0 has a
16 1 fantastic|favorites
16 2 the most
16 31 to wait
16 36 without
16 4 diner
16 43 brought
16 44 since
16 48 them
16 49 could not
16 57 the hostess
160 291 had
166 105 the menu
17 0 was great
17 1 fun
17 2 favorite
17 3 huge|sweet
17 5 enjoy|warm
17 50 when i
17 6 less
17 8 a very|drinks and|old
17 92 hour
171 114 are
18 0 reasonable|tasty
18 1 a nice
18 10 items|red
18 128 the waitress
18 131 asked
18 2 beef
18 34 into
18 38 her
18 46 small
18 47 bill
18 5 pork
18 6 french
18 62 NOT_and
18 66 another
18 7 date
18 8 free|open
18 86 she
19 10 all the
19 49 the restaurant
19 6 shrimp|under
19 60 waiters
19 7 promptly
2 12 a small|and he|asked if|before we|hour for|received
2 13 NOT_for NOT_the|NOT_here|disappointed|it to|spilled|time for
2 14 NOT_until|refused|returned
2 15 NOT_as|get us|instead of|refill
2 16 charged|min
2 17 had been|not NOT_get|not NOT_want
2 18 long wait
2 19 we wanted
2 20 are not
2 22 to leave
2 23 us the
2 29 forgot
2 30 our order
2 31 i asked
2 38 slow
2 43 rude
20 11 they have
20 2 tasting
20 3 perfect|prepared
20 55 our table
20 70 the table
204 166 you
205 284 that
21 3 ambience
21 43 next
21 47 party
21 82 long
21 92 never|waiting
210 145 bar
218 321 it
22 11 special
22 132 minutes
22 2 spot
22 3 place to
22 48 though
22 5 selection
22 9 big|decor
23 1 love
23 11 worth
23 5 italian
24 14 list
24 75 hostess|the manager
240 592 not
25 10 enough
25 107 to get
25 11 crowd|the chef
25 13 quality
25 2 excellent
25 44 a table
25 9 menu is
252 529 we
259 243 food
259 244 on
26 13 steak
26 14 pizza
26 60 take
26 94 took
27 13 you can
27 16 sit
27 18 food and
27 2 the atmosphere
27 3 a great
27 46 around
27 58 server
27 59 tables
27 72 was not
28 1 amazing
28 11 large
28 14 cheese
28 2 attentive
28 53 service was
28 64 before
28 71 reservation
285 166 menu
3 13 NOT_come|NOT_i|NOT_me|barely|finish|mins|not NOT_to|that there|to say
3 14 NOT_up|with our
3 15 not NOT_only|table for|tea|though we
3 16 NOT_this|avoid|needed|our check
3 17 NOT_only|NOT_want|not NOT_know
3 19 NOT_my|to bring
3 20 would not
3 24 after we|asked the
3 28 later
3 32 NOT_our
3 37 the check
30 12 most
30 13 space
30 18 was very
30 6 fish
30 63 got
30 71 our waiter
30 95 manager
31 14 its
31 19 everything
32 10 sauce
32 137 NOT_to
32 64 because
32 7 is the
32 71 do not
32 83 then
325 238 with
33 21 much
33 57 i had
33 8 the scene
336 240 is
34 115 no
34 14 bar and
34 23 salad
35 66 people
358 484 i
36 10 scene
36 11 have a|try
36 157 did not
36 208 waitress
36 22 will
36 6 fresh
36 91 came
37 20 sushi
378 555 for
38 73 to be
39 199 the waiter
39 28 in a
398 589 was
4 15 NOT_if|NOT_take|be seated|the drinks
4 17 already|our dinner
4 18 NOT_order|loud|to give
4 19 NOT_one
4 20 a waiter
4 22 attitude
4 23 NOT_know|asking|the host
4 25 minutes for
4 26 ask for|seat
4 30 NOT_we
4 33 us that
4 48 to ask
40 1 the best
40 26 appetizers
41 131 order
42 1 delicious
42 11 chicken
42 113 over
42 13 always
42 72 who
43 105 could|we had
44 85 drink
44 87 me
44 88 do
45 21 better
45 3 friendly
46 18 chef
47 129 he
47 29 also
47 78 it was
478 473 of
48 102 only
48 99 would
5 16 came out|does|forever|wo not|wo
5 17 minute|tell
5 19 get our|taking
5 20 NOT_get|take our
5 21 NOT_like|would have
5 25 and when
5 27 instead|minutes to
5 30 NOT_back
5 34 finally
50 79 the service
51 110 about
51 182 did
52 26 well
53 36 room
537 849 to
55 16 best
55 32 and a
56 136 we were
56 23 dishes
56 44 lunch
56 88 restaurant
58 22 has
58 46 dining
59 89 more
6 19 cold
6 20 NOT_what
6 24 our meal
6 26 NOT_any
6 27 NOT_or|orders|we could
6 31 not NOT_even|the server
6 32 if we|there were
6 34 wanted
6 37 we asked
6 40 asked for
6 44 told us
60 35 here
60 47 can
60 95 for the
62 14 atmosphere
62 35 with a
63 41 if you
63 8 nice
64 179 after
66 147 get
68 105 up
7 19 busy|long time
7 21 kept
7 22 our drinks|we got
7 23 a long
7 24 he was
7 25 bad
7 30 NOT_that|leave
7 34 seemed
7 36 us to
7 38 when the
7 44 NOT_us
7 53 said
71 149 wait
717 709 a
72 106 for a
72 256 when
73 109 one
73 169 NOT_the
8 0 and friendly|dishes that|duck|features|inexpensive|it all|perfectly|reasonably priced|reasonably|ribs|spice|trendy|tuna
8 21 not NOT_be
8 25 the bill
8 26 twice
8 28 host
8 34 left
8 37 our food
8 39 NOT_even
80 131 drinks
81 68 their
86 135 out
87 139 an
88 337 waiter
9 0 in short|mussels|my favorite|outstanding|relaxed
9 1 and enjoy|appetizers and|can get|chicken and|good food|menu of|rich|the city|worth the
9 23 that they
9 35 NOT_at
9 37 reservations
9 38 our waitress
93 138 be
96 86 all
965 981 and`
