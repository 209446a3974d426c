/* A program that a repository wants to have started: it records that it was. */
#include <stdio.h>
#include <windows.h>

int main(void) {
  char program[1000];
  FILE *file = fopen("C:\\planted.txt", "a");
  GetModuleFileNameA(0, program, 1000);
  fprintf(file, "%s\n", program);
  fclose(file);
  return 0;
}
