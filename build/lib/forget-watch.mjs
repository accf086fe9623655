// @ts-check
// Loaded before the watched server. Otherwise its child processes would inherit Node's watch mode and send it the names of their modules, which it
// would take for their answers.
delete process.env.WATCH_REPORT_DEPENDENCIES;
