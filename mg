
[1m[30m[46m RUN [49m[39m[22m [36mv4.1.12 [39m[90m/work/main[39m

 [32m✓[39m [30m[42m unit [49m[39m apps/server/src/platform/database/migrations.spec.ts [2m([22m[2m3 tests[22m[2m)[22m[33m 4367[2mms[22m[39m
   [33m[2m✓[22m[39m keeps people who came before registration, their names and their sessions [33m 1715[2mms[22m[39m
   [33m[2m✓[22m[39m keeps the one API key that people had, as the one called default that does all and never ends [33m 1319[2mms[22m[39m
   [33m[2m✓[22m[39m keeps parsings as tasks with what is a parsing's beside them, and the cases that they found [33m 1329[2mms[22m[39m

[2m Test Files [22m [1m[32m1 passed[39m[22m[90m (1)[39m
[2m      Tests [22m [1m[32m3 passed[39m[22m[90m (3)[39m
[2m   Start at [22m 16:16:37
[2m   Duration [22m 4.51s[2m (transform 22ms, setup 0ms, import 44ms, tests 4.37s, environment 0ms)[22m

